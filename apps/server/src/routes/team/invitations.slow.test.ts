import { problem } from '@perimeter/contract/problem';
import { apiKeyList } from '@perimeter/contract/account/key';
import { ownTeamList, teamDetails, teamLog, type TeamLogEntry } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { completedAudit } from '../../testing/completed-audit.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { anotherAccount, browser, type Browser, firstAccount, makeKey, password } from '../../testing/people.ts';
import { invitationFor, joining } from '../../testing/teams/joining.ts';

const service = await meteredService(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const { db } = service;
await firstAccount(service);

const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const teamOf = async (holder: Browser) => teamDetails.parse((await holder.send('GET', '/api/team')).json());
const teamsOf = async (holder: Browser) => ownTeamList.parse((await holder.send('GET', '/api/teams')).json()).teams;
const accept = async (holder: Browser, token: string) => holder.send('POST', '/api/invitations/accept', { token });
const memberId = async (admin: Browser, email: string): Promise<string> =>
  (await teamOf(admin)).members.find((member) => member.email === email)?.id ?? '';
const logOf = async (admin: Browser): Promise<TeamLogEntry[]> =>
  teamLog.parse((await admin.send('GET', '/api/team/log?limit=100')).json()).entries;
const logIn = async (email: string): Promise<Browser> => {
  const holder = browser(service);
  assert.equal((await holder.send('POST', '/api/session', { email, password })).statusCode, 200);
  return holder;
};

test('an account is a team with one administrator, and works as before', async () => {
  const alone = await anotherAccount(service, 'alone@example.com');
  const { name, title, role, members, invitations } = await teamOf(alone);
  assert.deepEqual([name, title, role, invitations], ['', 'alone@example.com', 'admin', []]);
  assert.deepEqual(
    members.map((member) => [member.email, member.role, member.isYou]),
    [['alone@example.com', 'admin', true]],
  );
  assert.equal(codeOf(await alone.send('POST', '/api/team/leave')), 'last_admin');
  assert.equal((await alone.send('DELETE', '/api/account', { currentPassword: password })).statusCode, 202);
});

test('an invitation works once, until it expires, and for its address only; guessed, used, withdrawn and expired ones get the same answer', async () => {
  const admin = await anotherAccount(service, 'inviting@example.com');
  const guest = await anotherAccount(service, 'guest@example.com');
  const stranger = await anotherAccount(service, 'stranger@example.com');
  const token = await invitationFor(admin, 'guest@example.com', 'auditor');
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  for (const guess of ['A'.repeat(43), 'x', token.slice(0, -1), token.toLowerCase()])
    assert.equal(codeOf(await accept(guest, guess)), 'invitation_not_found');
  assert.equal(codeOf(await accept(stranger, token)), 'invitation_of_another');
  const elsewhere = { email: 'other@example.com', password, invitation: token };
  assert.equal(codeOf(await browser(service).send('POST', '/api/account', elsewhere)), 'invitation_of_another');
  assert.equal(
    codeOf(await browser(service).send('POST', '/api/account', { ...elsewhere, invitation: 'x' })),
    'invitation_not_found',
  );

  assert.equal((await accept(guest, token)).statusCode, 200);
  const { title, role } = await teamOf(guest);
  assert.deepEqual([title, role], ['inviting@example.com', 'auditor']);
  assert.equal(codeOf(await accept(guest, token)), 'invitation_not_found', 'used');

  const late = await invitationFor(admin, 'late@example.com', 'reader');
  await db
    .updateTable('team_invitations')
    .set({ expires_at: new Date(Date.now() - 1) })
    .execute();
  const person = await anotherAccount(service, 'late@example.com');
  assert.equal(codeOf(await accept(person, late)), 'invitation_not_found', 'expired');
  const first = await invitationFor(admin, 'late@example.com', 'reader');
  const second = await invitationFor(admin, 'late@example.com', 'auditor');
  assert.equal(codeOf(await accept(person, first)), 'invitation_not_found', 'another took its place');
  const [invited] = (await teamOf(admin)).invitations;
  assert.equal((await admin.send('DELETE', `/api/team/invitations/${invited?.id}`)).statusCode, 204);
  assert.equal(codeOf(await accept(person, second)), 'invitation_not_found', 'withdrawn');
  const member = await admin.send('POST', '/api/team/invitations', { email: 'guest@example.com' });
  assert.equal(codeOf(member), 'already_member');
});

test('if two people accept the same link at once, one joins and there is one member', async () => {
  const admin = await anotherAccount(service, 'race@example.com');
  await anotherAccount(service, 'racer@example.com');
  const token = await invitationFor(admin, 'racer@example.com', 'reader');
  const racers = await Promise.all(Array.from({ length: 3 }, async () => logIn('racer@example.com')));
  const codes = (await Promise.all(racers.map(async (one) => accept(one, token)))).map(({ statusCode }) => statusCode);
  assert.deepEqual(codes.toSorted(), [200, 404, 404]);
  const fresh = await invitationFor(admin, 'fresh@example.com', 'reader');
  const body = { email: 'fresh@example.com', password, invitation: fresh };
  const made = await Promise.all(
    Array.from({ length: 4 }, async () => browser(service).send('POST', '/api/account', body)),
  );
  assert.equal(made.filter(({ statusCode }) => statusCode === 201).length, 1);
  assert.equal((await teamOf(admin)).members.length, 3);
});

test('a changed role takes effect at once, and the last administrator cannot be demoted', async () => {
  const admin = await anotherAccount(service, 'roles@example.com');
  const member = await joining(service, admin, 'changes@example.com', 'reader');
  const id = await memberId(admin, 'changes@example.com');
  const start = async () => (await member.send('POST', '/api/audit/start', { domain: 'roles.net' })).statusCode;
  assert.equal(await start(), 403);
  assert.equal((await admin.send('PATCH', `/api/team/members/${id}`, { role: 'auditor' })).statusCode, 204);
  assert.equal(await start(), 202);
  assert.equal((await admin.send('PATCH', `/api/team/members/${id}`, { role: 'reader' })).statusCode, 204);
  assert.equal(await start(), 403);
  const own = await memberId(admin, 'roles@example.com');
  assert.equal(codeOf(await admin.send('PATCH', `/api/team/members/${own}`, { role: 'reader' })), 'last_admin');
  assert.equal(codeOf(await admin.send('DELETE', `/api/team/members/${own}`)), 'last_admin');
  assert.equal(codeOf(await admin.send('POST', '/api/team/leave')), 'last_admin');
  assert.equal(codeOf(await admin.send('DELETE', '/api/account', { currentPassword: password })), 'last_admin');
  assert.equal(codeOf(await admin.send('DELETE', `/api/team/members/${crypto.randomUUID()}`)), 'member_not_found');
});

test('if two administrators remove each other, or leave, at once, one always remains', async () => {
  for (let round = 0; round < 2; round += 1) {
    const one = await anotherAccount(service, `one-${round}@example.com`);
    const two = await joining(service, one, `two-${round}@example.com`, 'admin');
    const teamId = (await teamOf(one)).id;
    const [first, second] = [
      await memberId(one, `one-${round}@example.com`),
      await memberId(one, `two-${round}@example.com`),
    ];
    const acts =
      round % 2 === 0
        ? [one.send('DELETE', `/api/team/members/${second}`), two.send('DELETE', `/api/team/members/${first}`)]
        : [one.send('POST', '/api/team/leave'), two.send('POST', '/api/team/leave')];
    const codes = (await Promise.all(acts)).map(({ statusCode }) => statusCode);
    assert.equal(codes.filter((code) => code === 204).length, 1, String(codes));
    const left = await db.selectFrom('team_members').select(['role']).where('team_id', '=', teamId).execute();
    assert.deepEqual(left, [{ role: 'admin' }]);
  }
});

test('a removed member loses sessions and invitations of that team at once, and nothing elsewhere', async () => {
  const admin = await anotherAccount(service, 'removing@example.com');
  const member = await joining(service, admin, 'removed@example.com', 'admin');
  const second = await logIn('removed@example.com');
  const home = await logIn('removed@example.com');
  const own = (await teamsOf(home)).find(({ title }) => title === 'removed@example.com')?.id ?? '';
  assert.equal((await home.send('PUT', '/api/session/team', { teamId: own })).statusCode, 200);
  const token = await invitationFor(member, 'by-removed@example.com', 'reader');
  const id = await memberId(admin, 'removed@example.com');
  assert.equal((await admin.send('DELETE', `/api/team/members/${id}`)).statusCode, 204);
  for (const ended of [member, second]) assert.equal((await ended.send('GET', '/api/team')).statusCode, 401);
  assert.equal((await teamOf(home)).id, own);
  assert.equal(
    codeOf(await home.send('PUT', '/api/session/team', { teamId: (await teamOf(admin)).id })),
    'team_not_found',
  );
  const guest = await anotherAccount(service, 'by-removed@example.com');
  assert.equal(codeOf(await accept(guest, token)), 'invitation_not_found');
  assert.equal((await teamOf(await logIn('removed@example.com'))).id, own);
});

test('the person whose account a team began as can leave it: the team keeps its data, the person their login', async () => {
  const founder = await anotherAccount(service, 'founder@example.com');
  const { key } = await makeKey(founder);
  const auditId = await completedAudit(founder, 'of-the-team.net');
  const heir = await joining(service, founder, 'heir@example.com', 'admin');
  const teamId = (await teamOf(founder)).id;
  assert.equal((await founder.send('POST', '/api/team/leave')).statusCode, 204);
  const team = await teamOf(heir);
  assert.deepEqual(
    [team.id, team.title, team.members.map(({ email }) => email)],
    [teamId, 'founder@example.com', ['heir@example.com']],
  );
  assert.equal((await heir.send('PATCH', `/api/audit/${auditId}`, { private: true })).statusCode, 200);
  const byKey = await service.http.inject({
    url: `/api/audit/${auditId}`,
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(byKey.statusCode, 200, 'keys belong to the team');

  const again = await logIn('founder@example.com');
  const own = await teamOf(again);
  assert.notEqual(own.id, teamId);
  assert.deepEqual([own.role, own.members.length], ['admin', 1]);
  assert.equal((await again.send('GET', `/api/audit/${auditId}`)).statusCode, 404);
  assert.deepEqual(apiKeyList.parse((await again.send('GET', '/api/keys')).json()).keys, []);
  assert.equal((await again.send('DELETE', '/api/account', { currentPassword: password })).statusCode, 202);
  assert.equal((await heir.send('GET', `/api/audit/${auditId}`)).statusCode, 200);
});

test('a person who deletes their account leaves other teams at once', async () => {
  const admin = await anotherAccount(service, 'stays@example.com');
  const leaving = await joining(service, admin, 'deletes@example.com', 'admin');
  assert.equal((await leaving.send('DELETE', '/api/account', { currentPassword: password })).statusCode, 202);
  assert.deepEqual(
    (await teamOf(admin)).members.map(({ email }) => email),
    ['stays@example.com'],
  );
  const kept = await logIn('deletes@example.com');
  assert.equal((await kept.send('POST', '/api/account/keep')).statusCode, 200);
  assert.equal((await teamsOf(kept)).length, 1);
});

test('a key invites and removes readers, and can neither create nor change administrators', async () => {
  const admin = await anotherAccount(service, 'keys@example.com');
  await joining(service, admin, 'reads@example.com', 'reader');
  const { key } = await makeKey(admin, ['team:admin', 'account:read']);
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    service.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const [own, reader] = [await memberId(admin, 'keys@example.com'), await memberId(admin, 'reads@example.com')];
  const refused = [
    await send('POST', '/api/team/invitations', { email: 'mine@example.com', role: 'admin' }),
    await send('PATCH', `/api/team/members/${reader}`, { role: 'admin' }),
    await send('PATCH', `/api/team/members/${own}`, { role: 'reader' }),
    await send('DELETE', `/api/team/members/${own}`),
    await send('POST', '/api/keys', { name: 'successor' }),
    await send('POST', '/api/team/leave'),
  ];
  assert.deepEqual(
    refused.map(codeOf),
    Array.from({ length: 6 }, () => 'insufficient_scope'),
  );
  assert.equal((await send('POST', '/api/team/invitations', { email: 'mine@example.com' })).statusCode, 201);
  assert.equal((await send('DELETE', `/api/team/members/${reader}`)).statusCode, 204);
  const [last] = await logOf(admin);
  assert.deepEqual(
    [last?.action, last?.actor.kind, last?.actor.name, last?.target],
    ['member_removed', 'key', 'a key', 'reads@example.com'],
  );
});

test('a membership ended in the database by another process or by hand ends here at once', async (t) => {
  // With a frozen clock no cached credential expires: the service can learn of a change only by a notification.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  t.after(() => mock.timers.reset());
  const admin = await anotherAccount(service, 'behind@example.com');
  const member = await joining(service, admin, 'ended@example.com', 'auditor');
  assert.equal((await member.send('GET', '/api/team')).statusCode, 200);
  const id = await memberId(admin, 'ended@example.com');
  await db.updateTable('team_members').set({ role: 'reader' }).where('person_id', '=', id).execute();
  const until = async (status: number) => {
    while ((await member.send('POST', '/api/audit/start', { domain: 'behind.net' })).statusCode !== status) {
      // Yield to the event loop: refused requests need no I/O, and would starve the notification.
      await sleep(20);
    }
  };
  await until(403);
  const { id: teamId } = await teamOf(admin);
  await db.deleteFrom('team_members').where('person_id', '=', id).where('team_id', '=', teamId).execute();
  await until(401);
});

test('a person with an unconfirmed address cannot invite', async () => {
  const admin = await anotherAccount(service, 'unconfirmed@example.com');
  await db.updateTable('accounts').set({ confirmed_at: null }).where('email', '=', 'unconfirmed@example.com').execute();
  const late = await logIn('unconfirmed@example.com');
  const refused = await late.send('POST', '/api/team/invitations', { email: 'spam@example.com' });
  assert.equal(codeOf(refused), 'email_unconfirmed');
  assert.equal((await admin.send('GET', '/api/team')).statusCode, 200);
});

test('the paginated log lists actions with their actor, and no line can be changed or removed', async () => {
  const admin = await anotherAccount(service, 'logged@example.com');
  const auditor = await joining(service, admin, 'acts@example.com', 'auditor');
  const { key } = await makeKey(admin);
  const id = await completedAudit(auditor, 'logged.net');
  const byKey = {
    method: 'POST',
    url: '/api/audit/start',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
  } as const;
  for (let n = 0; n < 2; n += 1) await service.http.inject({ ...byKey, payload: { domain: 'by-key.net' } });
  await auditor.send('POST', `/api/audit/${id}/shares`, {});
  await auditor.send('DELETE', '/api/domains/logged.net');
  await auditor.send('POST', '/api/audit/start', { domain: 'not a domain' });
  const entries = await logOf(admin);
  assert.deepEqual(
    entries.map(({ action, actor, target }) => [action, actor.name, target]),
    [
      ['domain_removed', 'acts@example.com', 'logged.net'],
      ['share_made', 'acts@example.com', id],
      ['audit_started', 'a key', 'by-key.net'],
      ['audit_started', 'acts@example.com', 'logged.net'],
      ['key_created', 'logged@example.com', 'a key'],
      ['member_joined', 'acts@example.com', 'acts@example.com'],
      ['invitation_made', 'logged@example.com', 'acts@example.com'],
    ],
  );
  assert.equal(entries.find(({ target }) => target === 'logged.net')?.detail, '');
  assert.equal(entries.find(({ action, target }) => action === 'audit_started' && target === 'logged.net')?.detail, id);
  const paged: TeamLogEntry[] = [];
  for (let cursor = ''; ;) {
    const page = teamLog.parse((await admin.send('GET', `/api/team/log?limit=3${cursor}`)).json());
    paged.push(...page.entries);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(paged, entries);
  await assert.rejects(db.deleteFrom('team_log').execute(), /append-only/);
  await assert.rejects(db.updateTable('team_log').set({ actor_name: 'somebody else' }).execute(), /append-only/);
  assert.deepEqual(await logOf(admin), entries);
});
