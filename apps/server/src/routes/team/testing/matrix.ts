import { problem } from '@perimeter/contract/problem';
import { type Scope, usualScopes } from '@perimeter/contract/account/plan';
import { newApiKey } from '@perimeter/contract/account/key';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { accessTable } from '../../../plugins/access/table.data.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { anotherAccount, browser, type Browser, firstAccount, makeKey } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';
import { invitationFor, joining } from '../../../testing/teams/joining.ts';

/** The service, with a team and its data. */
export const service = await serviceForTests(deterministicEngine(1), {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_SECURITY_CONTACT: 'mailto:security@example.com',
});
await firstAccount(service);
/** The team's first administrator. */
export const admin = await anotherAccount(service, 'admin@team.example');
/** The administrator of another team. */
export const other = await anotherAccount(service, 'other@elsewhere.example');
/** Neither logged in nor with a key. */
export const nobody = browser(service, '192.0.2.1');

/** Texts that only the team may see. */
export const secretsOfTeam = ['secret-of-team.net', 'tag-of-team', 'reason-of-team', 'key-of-team', '@team.example'];

/** A caller with only this key. */
export const withKey = (key: string): Browser => ({
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

/** What the actors may do. */
export const scopesOf: Readonly<Record<string, readonly Scope[]>> = {
  reader: ['audit:read', 'account:read'],
  auditor: ['audit:read', 'account:read', 'audit:write'],
  admin: ['audit:read', 'account:read', 'audit:write', 'team:admin'],
  'key read': ['audit:read', 'account:read'],
  'key start': usualScopes,
  'key admin': [...usualScopes, 'team:admin'],
  // An administrator of its own team.
  'other team': [...usualScopes, 'team:admin'],
};
/** Callers of every kind. */
export const actors: Readonly<Record<string, Browser>> = {
  none: nobody,
  'other team': other,
  reader: await joining(service, admin, 'reader@team.example', 'reader'),
  auditor: await joining(service, admin, 'auditor@team.example', 'auditor'),
  admin,
  'key read': await keyWith(scopesOf['key read'] ?? []),
  'key start': await keyWith(usualScopes),
  'key admin': await keyWith(scopesOf['key admin'] ?? []),
  'expired key': await expiredKey(),
};
const isKey = (name: string): boolean => name.includes('key');
/** True for callers of the team. */
export const isMember = (name: string): boolean => !['none', 'other team', 'expired key'].includes(name);

/** The team's private audit. */
export const auditId = await completedAudit(admin, 'secret-of-team.net');
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

/** The rows of the table of access. */
export const rows = Object.entries(accessTable).map(([name, row]) => {
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
  return needed === undefined || (scopesOf[actor] ?? []).includes(needed) ? null : 403;
}

/** By day these actors send every request; of the others, one to each kind of route shows how it refuses them. */
const always = ['none', 'other team', 'reader'];

/** True the first time that an actor meets a kind of route: pages, and each kind of caller and scope, to read and to write. */
function isNewKind(met: Set<string>, actor: string, { name, method, row }: (typeof rows)[number]): boolean {
  const scope = 'scope' in row ? row.scope : '';
  const kind = [actor, row.kind, scope, method === 'GET', name.includes(' /api/')].join(' ');
  return met.size < met.add(kind).size;
}

/**
 * Asserts that every route admits exactly the callers of its row, and shows the team to its members only. By
 * `kinds`, most callers meet one route of each kind. Returns the number of requests.
 */
export async function walkMatrix(routes: 'all' | 'kinds'): Promise<number> {
  let cells = 0;
  const met = new Set<string>();
  for (const each of rows) {
    for (const [actor, caller] of Object.entries(actors)) {
      if (routes === 'kinds' && !always.includes(actor) && !isNewKind(met, actor, each)) continue;
      const expected = refusalFor(actor, each);
      if (expected === null && isMember(actor) && ending.includes(each.name)) continue;
      if (expected === null && actor === 'other team' && ending.includes(each.name)) continue;
      // Anyone may claim any domain; the claim of another team must still not be visible.
      if (actor === 'other team' && each.name === 'PUT /api/controls/:domain') continue;
      // pdf.slow.test.ts shows who gets documents, which take seconds to make.
      if (routes === 'kinds' && expected === null && isMember(actor) && each.path.endsWith('/pdf')) continue;
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
      if (!isMember(actor))
        for (const secret of secretsOfTeam) assert.ok(!body.includes(secret), `${secret} to ${told}`);
    }
  }
  return cells;
}
