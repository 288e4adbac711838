import { auditStarted } from '@perimeter/contract/audit';
import { auditPhases, type AuditPhases } from '@perimeter/contract/phases';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { goldenEngine, goldenReport } from '../../testing/golden-engine.ts';
import { type Browser, browser, firstAccount } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

/** The second phase of an audit lasts until the test releases it, so that a client can observe the audit half-way. */
const gates = new Map<string, PromiseWithResolvers<void>>();
const gateOf = (domain: string): PromiseWithResolvers<void> => {
  const gate = gates.get(domain) ?? Promise.withResolvers<void>();
  gates.set(domain, gate);
  return gate;
};
const engine = goldenEngine(async (domain, phase) => (phase === 1 ? gateOf(domain).promise : undefined));
const service = await serviceForTests(engine, { PERIMETER_SHARE_SECONDS: '60' });
const bad = goldenReport('bad.lab');

const start = async (by: Browser, domain: string, isPrivate = false): Promise<string> =>
  auditStarted.parse((await by.send('POST', '/api/audit/start', { domain, private: isPrivate })).json()).id;

const phasesOf = async (by: Browser, id: string, after = 0): Promise<AuditPhases> =>
  auditPhases.parse((await by.send('GET', `/api/audit/${id}/phases?after=${after}`)).json());

const isMidway = ({ phases: [first, second] }: AuditPhases): boolean =>
  (first?.checksJudged ?? 0) > 0 && second?.state === 'running';

/** Follows an audit by its phases and releases it half-way; returns every finding received, and the last answer. */
async function follow(by: Browser, id: string, domain: string): Promise<{ ids: string[]; last: AuditPhases }> {
  const ids: string[] = [];
  let next = 0;
  for (;;) {
    const last = await phasesOf(by, id, next);
    assert.ok(last.next >= next);
    ({ next } = last);
    ids.push(...last.findings.map((finding) => finding.id));
    if (isMidway(last)) gateOf(domain).resolve();
    if (last.status === 'completed') return { ids, last };
    await sleep(20);
  }
}

test('findings of finished phases are returned once each while the audit runs, and phases with their counts', async () => {
  const caller = browser(service);
  // It ends after it was observed half-way, with the counts of completed checks.
  const { ids, last } = await follow(caller, await start(caller, 'bad.lab'), 'bad.lab');
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.length > 0);
  const known = new Set(bad.findings.map(({ id }) => id));
  assert.ok(ids.every((id) => known.has(id)));
  assert.ok(last.phases.every(({ state }) => state === 'finished'));
  assert.ok(last.phases.every(({ checks, title }) => checks > 0 && !title.startsWith('phase_')));
  assert.deepEqual(last.findings, []);
});

test('a caller who shares a measurement sees its phases', async () => {
  const [one, two] = [browser(service, '10.0.0.1'), browser(service, '10.0.0.2')];
  const first = await start(one, 'pq.lab');
  while (!isMidway(await phasesOf(one, first))) await sleep(20);
  const second = await start(two, 'pq.lab');
  const { ids } = await follow(two, second, 'pq.lab');
  await follow(one, first, 'pq.lab');
  assert.ok(ids.length > 0);
});

test("others cannot see a private audit's phases, and a cursor must be a number", async () => {
  const holder = await firstAccount(service);
  const id = await start(holder, 'good.lab', true);
  const stranger = await browser(service).send('GET', `/api/audit/${id}/phases`);
  assert.equal(stranger.statusCode, 404);
  assert.equal((await holder.send('GET', `/api/audit/${id}/phases`)).statusCode, 200);
  assert.equal((await holder.send('GET', `/api/audit/${id}/phases?after=x`)).statusCode, 400);
  assert.equal((await holder.send('GET', '/api/audit/aud_x/phases')).statusCode, 404);
});
