import { problem } from '@perimeter/contract/problem';
import { usualScopes } from '@perimeter/contract/account/plan';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, makeKey } from '../../testing/people.ts';
import {
  actors,
  admin,
  auditId,
  isMember,
  nobody,
  other,
  rows,
  scopesOf,
  secretsOfTeam,
  service,
  walkMatrix,
  withKey,
} from './testing/matrix.ts';

test('every row of the table has a route', () => {
  for (const { method, path, name } of rows) assert.ok(service.http.hasRoute({ method, url: path }), name);
});

test('every route admits exactly the callers of its row, and shows a team to its members only', async () => {
  const cells = await walkMatrix('kinds');
  assert.ok(cells > 450, String(cells));
});

test("API and page answer a reader's start with a clear sentence", async () => {
  const reader = actors['reader'];
  assert.ok(reader);
  const refused = await reader.send('POST', '/api/audit/start', { domain: 'example.net' });
  assert.equal(refused.statusCode, 403);
  const { code, detail } = problem.parse(refused.json());
  assert.equal(code, 'insufficient_role');
  assert.equal(detail, 'You are a reader of this team, and this is for auditors and admins: ask an admin of the team');
  const page = await reader.send('POST', '/audits', {}, { accept: 'text/html' });
  assert.equal(page.statusCode, 403);
  assert.match(page.body, /You are a reader of this team/);
});

test('a reader can open every page, and none offers an action that readers are refused', async () => {
  const [reader, auditor] = [actors['reader'], actors['auditor']];
  assert.ok(reader && auditor);
  const asPage = { accept: 'text/html' };
  const offers = /Audit again|New audit|>Save|Start the audit|Audit the selected|Upload a list|Accept this risk/u;
  for (const path of [
    '/',
    '/audits',
    '/domains',
    '/domains/secret-of-team.net',
    `/audits/${auditId}`,
    '/settings/accepted',
  ]) {
    const { statusCode, body } = await reader.send('GET', path, undefined, asPage);
    assert.equal(statusCode, 200, path);
    assert.equal(offers.exec(body)?.[0], undefined, path);
    assert.doesNotMatch(body, /<form[^>]*method="post"/u, path);
    if (path !== '/settings/accepted')
      assert.match((await auditor.send('GET', path, undefined, asPage)).body, offers, path);
  }
});

test('invitations are shown only to members who may make them', async () => {
  for (const [name, caller] of Object.entries(actors)) {
    if (!isMember(name)) continue;
    const { body } = await caller.send('GET', '/api/team');
    assert.equal(body.includes('invited@team.example'), (scopesOf[name] ?? []).includes('team:admin'), name);
  }
});

/** An id or a token of an answer, by its property. */
const named = async (answer: ReturnType<Browser['send']>, ...members: readonly string[]): Promise<string> => {
  let value: unknown = (await answer).json();
  for (const member of members) value = Object(value)[member];
  assert.equal(typeof value, 'string', members.join('.'));
  return String(value);
};

test('the ids of another team give no access to its data and change nothing', async () => {
  const share = await named(admin.send('POST', `/api/audit/${auditId}/shares`, { answers: true }), 'share', 'id');
  const waiver = await named(admin.send('GET', '/api/waivers'), 'waivers', '0', 'id');
  const batch = await named(admin.send('POST', '/api/batches', { domains: ['secret-of-team.net'] }), 'id');
  const key = await named(admin.send('GET', '/api/keys'), 'keys', '0', 'id');
  const session = await named(admin.send('GET', '/api/sessions'), 'sessions', '0', 'id');
  const member = await named(admin.send('GET', '/api/team'), 'members', '0', 'id');
  const invited = await named(admin.send('GET', '/api/team'), 'invitations', '0', 'id');
  const team = await named(admin.send('GET', '/api/team'), 'id');
  const theirKey = withKey((await makeKey(other, [...usualScopes, 'team:admin'])).key);
  const calls = [
    ['GET', `/api/audit/${auditId}/shares`],
    ['DELETE', `/api/audit/${auditId}/shares/${share}`],
    ['PATCH', `/api/waivers/${waiver}`, { reason: 'theirs' }],
    ['DELETE', `/api/waivers/${waiver}`],
    ['GET', `/api/batches/${batch}`],
    ['GET', `/api/batches/${batch}/results.csv`],
    ['DELETE', `/api/batches/${batch}`],
    ['POST', `/api/batches/${batch}/resume`],
    ['POST', `/api/keys/${key}/rotate`, {}],
    ['DELETE', `/api/keys/${key}`],
    ['DELETE', `/api/sessions/${session}`],
    ['PATCH', `/api/team/members/${member}`, { role: 'reader' }],
    ['DELETE', `/api/team/members/${member}`],
    ['DELETE', `/api/team/invitations/${invited}`],
    ['PUT', '/api/session/team', { teamId: team }],
  ] as const;
  for (const [method, url, body] of calls) {
    for (const [name, caller, allowed] of [
      ['session', other, [404]],
      ['key', theirKey, [403, 404]],
      ['nobody', nobody, [401]],
    ] as const) {
      const answer = await caller.send(method, url, body);
      assert.ok((allowed as readonly number[]).includes(answer.statusCode), `${name}: ${method} ${url} ${answer.body}`);
      for (const secret of secretsOfTeam) assert.ok(!answer.body.includes(secret), `${secret}: ${method} ${url}`);
    }
  }
  assert.equal(await named(admin.send('GET', '/api/waivers'), 'waivers', '0', 'reason'), 'reason-of-team');
  assert.equal(await named(admin.send('GET', '/api/team'), 'members', '0', 'role'), 'admin');
  assert.equal(await named(admin.send('GET', `/api/audit/${auditId}/shares`), 'shares', '0', 'id'), share);
});
