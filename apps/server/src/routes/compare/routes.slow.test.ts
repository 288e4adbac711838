import { auditStarted } from '@perimeter/contract/audit';
import { comparison, manyCompared } from '@perimeter/contract/compare';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldEngine } from '../../testing/held-engine.ts';
import { browser, firstAccount } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';

const { engine, release } = heldEngine();
const service = await serviceForTests(engine);
const holder = await firstAccount(service);

async function start(domain: string): Promise<string> {
  return auditStarted.parse((await holder.send('POST', '/api/audit/start', { domain })).json()).id;
}

async function ended(id: string): Promise<void> {
  for (let status = ''; status !== 'completed' && status !== 'failed';) {
    const answer = await holder.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' });
    status = String(Object(answer.json())['status']);
  }
}

const compare = async (targetA: string, targetB: string) =>
  holder.send('GET', `/api/compare?${new URLSearchParams({ targetA, targetB }).toString()}`);

test('the error names a domain without an audit, or both', async () => {
  await ended(await start('known.net'));
  const one = problem.parse((await compare('known.net', ' Unknown.NET. ')).json());
  assert.deepEqual([one.code, one.status], ['no_audit_for_domain', 404]);
  assert.deepEqual(one.errors, [
    { pointer: '/targetB', message: 'No completed audit of unknown.net is available to you: start one first' },
  ]);
  const own = problem.parse((await compare('known.net', 'bücher.net')).json());
  assert.equal(own.errors?.[0]?.message, 'No completed audit of bücher.net is available to you: start one first');
  const two = problem.parse((await compare('neither.net', 'unknown.net')).json());
  assert.deepEqual(
    two.errors?.map(({ pointer }) => pointer),
    ['/targetA', '/targetB'],
  );
});

test("findings are listed between audits of the caller's account, and withheld if one belongs to another account", async () => {
  const stranger = browser(service, '192.0.2.9');
  const { id } = auditStarted.parse(
    (await stranger.send('POST', '/api/audit/start', { domain: 'strangers.net' })).json(),
  );
  await ended(id);
  await ended(await start('own.net'));
  await ended(await start('other.net'));
  const [own, mixed, theirs] = [
    comparison.parse((await compare('own.net', 'other.net')).json()),
    comparison.parse((await compare('own.net', 'strangers.net')).json()),
    comparison.parse((await stranger.send('GET', '/api/compare?targetA=strangers.net&targetB=strangers.net')).json()),
  ];
  assert.equal(own.findingsWithheld, undefined);
  for (const withheld of [mixed, theirs]) {
    assert.equal(withheld.findingsWithheld, 'not_yours');
    assert.ok(withheld.targetB.severities.low >= 0);
  }
});

test('an invalid domain is refused before any look-up', async () => {
  const refused = problem.parse((await compare('known.net', '192.0.2.1')).json());
  assert.equal(refused.code, 'invalid_domain');
  assert.deepEqual(
    refused.errors?.map(({ pointer, reason }) => [pointer, reason]),
    [['/targetB', 'ip-address']],
  );
});

test('the PDF is refused for the same reasons as the report', async () => {
  const pdf = async (id: string) => {
    const { code } = problem.parse((await holder.send('GET', `/api/audit/${id}/report/pdf`)).json());
    return code;
  };
  const running = await start('held.running.net');
  assert.equal(await pdf(running), 'audit_not_completed');
  release('held.running.net');
  await ended(running);
  const failing = await start('failing.net');
  await ended(failing);
  assert.equal(await pdf(failing), 'audit_failed');
  assert.equal(await pdf('aud_nonsense'), 'audit_not_found');
});

test('up to ten domains are compared, best first, with a reason for those left out', async () => {
  const names = ['own.net', 'strangers.net', 'other.net', 'unknown.net', 'x'];
  const many = Array.from({ length: 9 }, (_, n) => `more-${n}.net`);
  const query = new URLSearchParams([...names, ...many].map((name): [string, string] => ['domain', name])).toString();
  const page = await holder.send('GET', `/compare?${query}`);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, />3 domains compared</u);
  for (const part of [
    'unknown.net: No completed audit of it is available to you',
    'more-8.net: At most 10 domains are compared at once',
  ])
    assert.ok(page.body.includes(part), part);
  const two = await holder.send('GET', '/compare?domain=own.net&domain=other.net');
  assert.match(two.body, /Both have the same score|leads by/u);
});

test("the API returns the same, with failed checks only for the account's own audits", async () => {
  const many = async (names: readonly string[]) =>
    holder.send('GET', `/api/compare/many?${names.map((name) => `domain=${name}`).join('&')}`);
  const answer = await many(['own.net', 'strangers.net', 'OWN.net.', '192.0.2.1', 'unknown.net']);
  const { targets, left, issues, issuesLeft } = manyCompared.parse(answer.json());
  assert.deepEqual(targets.map(({ domain }) => domain).toSorted(), ['own.net', 'strangers.net'], 'each domain once');
  assert.deepEqual(
    left.map(({ domain }) => domain),
    ['192.0.2.1', 'unknown.net'],
  );
  assert.equal(issuesLeft, 0);
  const strange = targets.findIndex(({ domain }) => domain === 'strangers.net');
  for (const { counts } of issues) assert.deepEqual([counts.length, counts[strange]], [2, null]);
  for (const names of [[], ['own.net'], Array.from({ length: 11 }, (_, n) => `more-${n}.net`)])
    assert.equal(problem.parse((await many(names)).json()).code, 'invalid_request', String(names.length));
});
