import { appliedWaivers, waiver, waiverList } from '@perimeter/contract/waiver/waiver';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem } from '../../testing/assert-problem.ts';
import { completedAudit } from '../../testing/completed-audit.ts';
import { goldenEngine, goldenReport } from '../../testing/golden-engine.ts';
import { anotherAccount, browser, type Browser, firstAccount } from '../../testing/people.ts';
import { meteredService } from '../../testing/metered-service.ts';

const bad = goldenReport('bad.lab');
const older = { ...bad, domain: 'older.net', score: { ...bad.score, policyVersion: '1.0.0' } };
const service = await meteredService(goldenEngine(0, new Map([['older.net', older]])), {
  PERIMETER_SIGNUP: 'unconfirmed',
});
const holder = await firstAccount(service);
const other = await anotherAccount(service, 'other@example.com');
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const whole = {
  domain: 'bad.lab',
  checkId: 'cert-expired',
  reason: 'Moved in spring',
  owner: 'web-team@example.com',
  expires: dayIn(90),
};

const made = async (by: Browser, body: object) => {
  const answer = await by.send('POST', '/api/waivers', body);
  assert.equal(answer.statusCode, 201, answer.body);
  return waiver.parse(answer.json());
};
const listed = async (by: Browser, query = '') =>
  waiverList.parse((await by.send('GET', `/api/waivers${query}`)).json()).waivers;
const appliedTo = async (by: Browser, id: string) =>
  appliedWaivers.parse((await by.send('GET', `/api/audit/${id}/waivers`)).json());

test('a waiver is created, listed, applied, changed and deleted, and the score never changes', async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const { id: waiverId } = await made(holder, whole);
  assert.deepEqual(
    (await listed(holder)).map((one) => one.id),
    [waiverId],
  );
  assert.deepEqual(await listed(holder, '?domain=elsewhere.net'), []);
  const own = bad.findings.filter(({ checkId }) => checkId === 'cert-expired');
  const after = await appliedTo(holder, id);
  const alone = bad.outlook.alone.find(({ checkId }) => checkId === 'cert-expired');
  assert.deepEqual(after.score, { total: bad.score.total, grade: bad.score.grade });
  assert.deepEqual([after.scoreWithWaivers.total, after.scoreWithWaivers.grade], [alone?.total, alone?.grade]);
  assert.deepEqual(
    after.waivers.map(({ effect, findings }) => [effect, findings]),
    [['applied', own.length]],
  );
  assert.deepEqual(
    after.waived,
    own.map(({ fingerprint }) => fingerprint),
  );
  const report = (await holder.send('GET', `/api/audit/${id}/report`)).json<{ score: unknown }>();
  assert.deepEqual(report.score, bad.score);

  const changed = await holder.send('PATCH', `/api/waivers/${waiverId}`, { expires: dayIn(5) });
  assert.deepEqual(waiver.parse(changed.json()), { ...(await listed(holder))[0] });
  assert.equal((await appliedTo(holder, id)).waivers[0]?.expiresSoon, true);
  assert.equal((await holder.send('DELETE', `/api/waivers/${waiverId}`)).statusCode, 204);
  assertProblem(await holder.send('DELETE', `/api/waivers/${waiverId}`), 'waiver_not_found');
  const { scoreWithWaivers, waivers } = await appliedTo(holder, id);
  assert.deepEqual([scoreWithWaivers.total, waivers], [bad.score.total, []]);
});

test('other accounts can neither see, change nor delete a waiver, and it does not apply to their reports', async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const { id: waiverId } = await made(holder, whole);
  assert.deepEqual(await listed(other), []);
  assert.deepEqual((await appliedTo(other, id)).waived, []);
  const unknown = 'wvr_00000000-0000-4000-8000-000000000000';
  for (const name of [waiverId, unknown, 'x']) {
    assertProblem(await other.send('PATCH', `/api/waivers/${name}`, { reason: 'mine now' }), 'waiver_not_found');
    assertProblem(await other.send('DELETE', `/api/waivers/${name}`), 'waiver_not_found');
  }
  const nobody = browser(service, '192.0.2.9');
  assertProblem(await nobody.send('GET', '/api/waivers'), 'unauthorized');
  assertProblem(await nobody.send('GET', `/api/audit/${id}/waivers`), 'unauthorized');
  assert.equal((await listed(holder))[0]?.reason, whole.reason);
  await holder.send('DELETE', `/api/waivers/${waiverId}`);
});

test('a waiver needs a check or finding, a reason and an end within a year, and there is only one for each', async () => {
  for (const [change, pointer] of [
    [{ checkId: undefined }, '/checkId'],
    [{ checkId: 'cert-expird' }, '/checkId'],
    [{ checkId: 'cert-expird', severity: 'low' }, '/checkId'],
    [{ reason: '  ' }, '/reason'],
    [{ owner: undefined }, '/owner'],
    [{ owner: ' ' }, '/owner'],
    [{ host: '' }, '/host'],
    [{ severity: 'severe' }, '/severity'],
    [{ expires: dayIn(-1) }, '/expires'],
    [{ expires: dayIn(400) }, '/expires'],
    [{ expires: '2027-02-30' }, '/expires'],
    [{ fingerprint: 'x' }, '/fingerprint'],
  ] as const) {
    const answer = await holder.send('POST', '/api/waivers', { ...whole, ...change });
    assert.equal(assertProblem(answer, 'invalid_request').errors?.[0]?.pointer, pointer);
  }
  assertProblem(await holder.send('POST', '/api/waivers', { ...whole, domain: 'x' }), 'invalid_domain');
  const { id } = await made(holder, whole);
  assertProblem(await holder.send('POST', '/api/waivers', whole), 'waiver_exists');
  await holder.send('DELETE', `/api/waivers/${id}`);
});

test('a report of another policy cannot be scored again', async () => {
  const id = await completedAudit(holder, 'older.net');
  assertProblem(await holder.send('GET', `/api/audit/${id}/waivers`), 'policy_changed');
});

test('a waiver keeps the accepted severity, and a finding that became more severe counts again', async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const own = bad.findings.filter(({ checkId }) => checkId === 'cert-expired');
  const [first] = own;
  assert.ok(first !== undefined);
  const filled = await made(holder, whole);
  assert.deepEqual([filled.severity, filled.owner, filled.host], [first.severity, whole.owner, null]);
  await holder.send('DELETE', `/api/waivers/${filled.id}`);
  const elsewhere = await made(holder, { ...whole, domain: 'never-audited.net' });
  assert.equal(elsewhere.severity, first.severity, 'as the check usually has');
  const fact = await made(holder, { ...whole, domain: 'never-audited.net', checkId: 'tls-fingerprint' });
  assert.equal(fact.severity, null);

  const low = await made(holder, { ...whole, severity: 'low' });
  const told = async () => (await appliedTo(holder, id)).waivers.map(({ effect, grownTo }) => [effect, grownTo]);
  assert.deepEqual(await told(), [['outgrown', first.severity]]);
  assert.deepEqual((await appliedTo(holder, id)).waived, []);
  const page = async (path: string) => (await holder.send('GET', path)).body;
  for (const path of [`/audits/${id}`, '/settings/accepted']) {
    const html = await page(path);
    assert.ok(html.includes(`no longer covers: now ${first.severity}`), path);
    assert.ok(html.includes('1 no longer covers'), path);
  }
  await holder.send('PATCH', `/api/waivers/${low.id}`, { severity: first.severity, expires: dayIn(9) });
  assert.deepEqual(await told(), [['applied', null]]);
  for (const path of [`/audits/${id}`, '/settings/accepted']) {
    const html = await page(path);
    assert.ok(html.includes('ends in 9 days'), path);
    assert.ok(html.includes('1 ends within 14 days'), path);
  }
  await sql`update waivers set severity = null, owner = null`.execute(service.db);
  assert.deepEqual(await told(), [['applied', null]], 'waivers of before cover any');
  const file = await holder.send('GET', '/api/waivers.yml?domain=bad.lab');
  assert.equal(file.headers['content-type'], 'application/yaml; charset=utf-8');
  assert.match(file.body, /owner: "first@example\.com"/u, 'the account answers for what names nobody');
  assert.ok(!file.body.includes('tls-fingerprint'), 'one domain a file');
  assertProblem(await holder.send('GET', '/api/waivers.yml'), 'invalid_request');
  assert.match((await other.send('GET', '/api/waivers.yml?domain=bad.lab')).body, /accept: \[\]/u);
  for (const one of await listed(holder)) await holder.send('DELETE', `/api/waivers/${one.id}`);
});

test('an accepted finding has the title that the latest report gives it', async () => {
  await completedAudit(holder, 'bad.lab');
  const [first] = bad.findings;
  const { id } = await made(holder, { ...whole, checkId: undefined, fingerprint: first?.fingerprint });
  const html = (await holder.send('GET', '/settings/accepted')).body;
  assert.ok(html.includes(`${first?.title} (${first?.host})</h3>`));
  await holder.send('DELETE', `/api/waivers/${id}`);
});

test("a waiver with a host covers that host's findings only, and there can be one per host", async () => {
  const id = await completedAudit(holder, 'bad.lab');
  const [first] = bad.findings.filter(({ checkId }) => checkId === 'cert-expired');
  const host = first?.host ?? '';
  const wide = await made(holder, whole);
  const here = await made(holder, { ...whole, host: host.toUpperCase() });
  const other = await made(holder, { ...whole, host: 'other.bad.lab' });
  assert.equal(here.host, host);
  assertProblem(await holder.send('POST', '/api/waivers', { ...whole, host }), 'waiver_exists');
  assertProblem(await holder.send('PATCH', `/api/waivers/${other.id}`, { host }), 'waiver_exists');
  assertProblem(await holder.send('PATCH', `/api/waivers/${other.id}`, { host: null }), 'waiver_exists');
  await holder.send('DELETE', `/api/waivers/${wide.id}`);
  const effects = new Map((await appliedTo(holder, id)).waivers.map((one) => [one.id, one.effect]));
  assert.deepEqual([effects.get(here.id), effects.get(other.id)], ['applied', 'unmatched']);
  const moved = await holder.send('PATCH', `/api/waivers/${other.id}`, { host: null, owner: 'ops@example.com' });
  assert.deepEqual([waiver.parse(moved.json()).host, waiver.parse(moved.json()).owner], [null, 'ops@example.com']);
  for (const one of await listed(holder)) await holder.send('DELETE', `/api/waivers/${one.id}`);
});

test('the list of accepted risks is paginated, and requires a login', async () => {
  const answer = await browser(service, '192.0.2.9').send('GET', '/settings/accepted');
  assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/sign-in?next=%2Fsettings%2Faccepted']);
  assert.match((await other.send('GET', '/settings/accepted')).body, /No risk is accepted/u);
  for (let index = 0; index < 11; index += 1)
    await made(other, { ...whole, domain: `d${index}.net`, expires: dayIn(index + 20) });
  const first = (await other.send('GET', '/settings/accepted')).body;
  assert.match(first, /Page (?:<!-- -->)?1(?:<!-- -->)? of (?:<!-- -->)?2/u);
  assert.ok(first.includes('d9.net') && !first.includes('d10.net') && first.includes('no report of the domain'));
  assert.ok((await other.send('GET', '/settings/accepted?page=99')).body.includes('d10.net'));
});
