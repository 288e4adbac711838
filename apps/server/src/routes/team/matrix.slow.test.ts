import { problem } from '@perimeter/contract/problem';
import { type Scope, usualScopes } from '@perimeter/contract/plan';
import { newApiKey } from '@perimeter/contract/account/key';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { accessTable } from '../../plugins/access/table.data.ts';
import { completedAudit } from '../../testing/completed-audit.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { anotherAccount, browser, type Browser, firstAccount, makeKey } from '../../testing/people.ts';
import { serviceForTests } from '../../testing/service.ts';
import { invitationFor, joining } from '../../testing/teams/joining.ts';

const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
});
await firstAccount(service);
const admin = await anotherAccount(service, 'admin@team.example');
const other = await anotherAccount(service, 'other@elsewhere.example');
const nobody = browser(service, '192.0.2.1');

/** Texts that only the team may see. */
const secrets = ['secret-of-team.net', 'tag-of-team', 'reason-of-team', 'key-of-team', '@team.example'];

const withKey = (key: string): Browser => ({
  cookie: () => '',
  send: async (method, url, body, headers = {}) =>
    nobody.send(method, url, body, { ...headers, authorization: `Bearer ${key}` }),
});
const keyWith = async (scopes: readonly Scope[]): Promise<Browser> => withKey((await makeKey(admin, scopes)).key);

async function expiredKey(): Promise<Browser> {
  // A key made an hour ago that was valid for a minute.
  mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 });
  const made = await admin.send('POST', '/api/keys', { name: 'key-of-team', expiresAt: Date.now() + 60_000 });
  mock.timers.reset();
  assert.equal(made.statusCode, 201, made.body);
  const caller = withKey(newApiKey.parse(made.json()).key);
  assert.equal((await caller.send('GET', '/api/usage')).statusCode, 401);
  return caller;
}

const scopes: Readonly<Record<string, readonly Scope[]>> = {
  reader: ['audit:read', 'account:read'],
  auditor: ['audit:read', 'account:read', 'audit:write'],
  admin: ['audit:read', 'account:read', 'audit:write', 'team:admin'],
  'key read': ['audit:read', 'account:read'],
  'key start': usualScopes,
  'key admin': [...usualScopes, 'team:admin'],
  // An administrator of its own team.
  'other team': [...usualScopes, 'team:admin'],
};
const actors: Readonly<Record<string, Browser>> = {
  none: nobody,
  'other team': other,
  reader: await joining(service, admin, 'reader@team.example', 'reader'),
  auditor: await joining(service, admin, 'auditor@team.example', 'auditor'),
  admin,
  'key read': await keyWith(scopes['key read'] ?? []),
  'key start': await keyWith(usualScopes),
  'key admin': await keyWith(scopes['key admin'] ?? []),
  'expired key': await expiredKey(),
};
const isKey = (name: string): boolean => name.includes('key');
const isMember = (name: string): boolean => !['none', 'other team', 'expired key'].includes(name);

const auditId = await completedAudit(admin, 'secret-of-team.net');
await admin.send('PATCH', `/api/audit/${auditId}`, { private: true });
await admin.send('PUT', '/api/domains/secret-of-team.net/tags', { tags: ['tag-of-team'] });
await admin.send('POST', '/api/waivers', {
  domain: 'secret-of-team.net',
  checkId: 'hsts-missing',
  reason: 'reason-of-team',
  owner: 'admin@team.example',
  expires: new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10),
});
await makeKey(admin);
await invitationFor(admin, 'invited@team.example', 'reader');

const rows = Object.entries(accessTable).map(([name, row]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method: method as 'GET' | 'POST', path, row };
});
const pathFor = (path: string): string =>
  path
    .replace(':id', path.startsWith('/api/audit') || path.startsWith('/audits') ? auditId : crypto.randomUUID())
    .replace(':domain', 'secret-of-team.net')
    .replace(':check', 'hsts-missing')
    .replace(':section', 'tls')
    .replaceAll(/:\w+/g, 'A'.repeat(43));

/** Routes that would end an actor's own session or membership. */
const ending = ['POST /api/team/leave', 'POST /settings/team/leave', 'DELETE /api/sessions', 'DELETE /api/session'];

/** How the actor must be refused; null: admitted. */
function refusalFor(actor: string, { name, row }: (typeof rows)[number]): number | null {
  const isPage = !name.includes(' /api/');
  if (isPage && (isKey(actor) || actor === 'none')) return null;
  if (actor === 'expired key') return 401;
  if (row.kind === 'open' || row.kind === 'visitor') return null;
  if (actor === 'none') return row.kind === 'optional' ? null : 401;
  if (row.kind === 'admin' || (row.kind === 'session' && isKey(actor))) return 403;
  const needed = row.scope;
  return needed === undefined || (scopes[actor] ?? []).includes(needed) ? null : 403;
}

test('every row of the table has a route', () => {
  for (const { method, path, name } of rows) assert.ok(service.http.hasRoute({ method, url: path }), name);
});

test('every route admits exactly the callers of its row, and shows a team to its members only', async () => {
  let cells = 0;
  for (const each of rows) {
    for (const [actor, caller] of Object.entries(actors)) {
      const expected = refusalFor(actor, each);
      if (expected === null && isMember(actor) && ending.includes(each.name)) continue;
      if (expected === null && actor === 'other team' && ending.includes(each.name)) continue;
      // Anyone may claim any domain; the claim of another team must still not be visible.
      if (actor === 'other team' && each.name === 'PUT /api/controls/:domain') continue;
      // Event streams end only with their audit; this audit has ended.
      const hasBody = each.method !== 'GET' && each.method !== ('DELETE' as string);
      const { statusCode, body } = await caller.send(each.method, pathFor(each.path), hasBody ? {} : undefined);
      const told = `${actor}: ${each.name} was ${statusCode} ${body.slice(0, 200)}`;
      cells += 1;
      assert.ok(statusCode < 500, told);
      if (expected !== null) {
        assert.equal(statusCode, expected, told);
        if (expected === 403 && each.name.includes(' /api/'))
          assert.match(problem.parse(JSON.parse(body)).code, /^insufficient_(?:role|scope)$/, told);
      } else if (statusCode === 401 || statusCode === 403)
        assert.doesNotMatch(body, /insufficient_(?:role|scope)|"unauthorized"/, told);
      if (!isMember(actor)) for (const secret of secrets) assert.ok(!body.includes(secret), `${secret} to ${told}`);
    }
  }
  assert.ok(cells > 1_000, String(cells));
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
    assert.equal(body.includes('invited@team.example'), (scopes[name] ?? []).includes('team:admin'), name);
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
      for (const secret of secrets) assert.ok(!answer.body.includes(secret), `${secret}: ${method} ${url}`);
    }
  }
  assert.equal(await named(admin.send('GET', '/api/waivers'), 'waivers', '0', 'reason'), 'reason-of-team');
  assert.equal(await named(admin.send('GET', '/api/team'), 'members', '0', 'role'), 'admin');
  assert.equal(await named(admin.send('GET', `/api/audit/${auditId}/shares`), 'shares', '0', 'id'), share);
});
