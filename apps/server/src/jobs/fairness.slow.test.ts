import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldEngine } from '../testing/held-engine.ts';
import { meteredService } from '../testing/metered-service.ts';

const { engine, ran, release } = heldEngine();
const { account, start, ended } = await meteredService(engine, { PERIMETER_CONCURRENCY: '4' });

/** Waits until each of the four workers has an audit of these domains, so that further audits wait for a turn. */
const areBusyWith = async (domains: readonly string[]): Promise<void> => {
  while (!domains.every((domain) => ran.includes(domain))) await sleep(10);
};

test('an audit of another account does not wait for two hundred that were queued before it', async () => {
  const [many, few] = [await account('pro'), await account()];
  const first = await Promise.all([0, 1, 2, 3].map(async (n) => start(many, { domain: `held-${n}.net` })));
  await areBusyWith([0, 1, 2, 3].map((n) => `held-${n}.net`));
  const backlog: string[] = [];
  for (let n = 0; n < 196; n += 1) backlog.push(await start(many, { domain: `backlog-${n}.net` }));
  const single = await start(few, { domain: 'single.net' });
  for (let n = 0; n < 4; n += 1) release(`held-${n}.net`);
  for (const id of [...first, single, ...backlog.slice(0, 20)]) await ended(few, id);
  assert.ok(ran.indexOf('single.net') < 10, `It was number ${ran.indexOf('single.net') + 1}`);
  const order = ran.filter((domain) => domain.startsWith('backlog')).map((domain) => Number(domain.slice(8, -4)));
  // A worker that took an audit may begin it late, so the other three get ahead of it, but none of them skips one.
  for (const n of order.keys())
    assert.ok(Math.max(...order.slice(0, n + 1)) - n <= 3, 'the backlog is served in order');
});

test('an account that comes later does not get the turns that it missed', async () => {
  const [early, late] = [await account('pro'), await account('pro')];
  const held = await Promise.all([4, 5, 6, 7].map(async (n) => start(early, { domain: `held-${n}.net` })));
  await areBusyWith([4, 5, 6, 7].map((n) => `held-${n}.net`));
  const ids: string[] = [];
  for (let n = 0; n < 10; n += 1) ids.push(await start(early, { domain: `early-${n}.net` }));
  for (let n = 0; n < 10; n += 1) ids.push(await start(late, { domain: `late-${n}.net` }));
  const before = ran.length;
  for (let n = 4; n < 8; n += 1) release(`held-${n}.net`);
  for (const id of [...held, ...ids]) await ended(early, id);
  const half = ran.filter((domain) => /^(early|late)/.test(domain)).slice(0, 10);
  assert.ok(before > 0 && half.filter((domain) => domain.startsWith('early')).length >= 3);
  assert.ok(half.filter((domain) => domain.startsWith('late')).length >= 3);
});
