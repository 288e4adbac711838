import { newSecondFactor } from '@perimeter/contract/account/second-factor';
import { problem } from '@perimeter/contract/problem';
import { teamDetails } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { anotherAccount, type Browser, firstAccount, makeKey, password } from '../../testing/people.ts';
import { joining } from '../../testing/teams/joining.ts';

const service = await meteredService(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const { db, http } = service;
await firstAccount(service);

const codeOf = (answer: { json: () => unknown }): string => problem.parse(answer.json()).code;
const invite = async (admin: Browser, email: string, role: string, shown: object = {}) =>
  admin.send('POST', '/api/team/invitations', { email, role, ...shown });
/** Moves all log-ins back by a number of minutes. */
const age = async (minutes: number): Promise<void> => {
  await sql`update sessions set created_at = now() - make_interval(mins => ${minutes}::integer)`.execute(db);
};
async function teamOf(email: string) {
  const admin = await anotherAccount(service, `admin.${email}`);
  const member = await joining(service, admin, email, 'auditor');
  const { members } = teamDetails.parse((await admin.send('GET', '/api/team')).json());
  return { admin, member, id: members.find((one) => one.email === email)?.id ?? '' };
}
const roleOf = async (admin: Browser, id: string) =>
  teamDetails.parse((await admin.send('GET', '/api/team')).json()).members.find((one) => one.id === id)?.role;

test('ten minutes after the login, creating an administrator requires the password, and no other action does', async () => {
  const { admin, id } = await teamOf('raised@example.com');
  assert.equal((await invite(admin, 'fresh@example.com', 'admin')).statusCode, 201);
  await age(11);
  for (const role of ['reader', 'auditor'])
    assert.equal((await invite(admin, `${role}@example.com`, role)).statusCode, 201, role);
  assert.equal((await admin.send('PATCH', `/api/team/members/${id}`, { role: 'reader' })).statusCode, 204);

  const path = `/api/team/members/${id}`;
  const asked = [
    async (shown: object) => invite(admin, 'late@example.com', 'admin', shown),
    async (shown: object) => admin.send('PATCH', path, { role: 'admin', ...shown }),
  ];
  for (const ask of asked) {
    const bare = await ask({});
    assert.deepEqual([bare.statusCode, codeOf(bare)], [401, 'login_failed']);
    assert.match(bare.body, /with your password, or by logging in again/);
    assert.equal(codeOf(await ask({ currentPassword: 'four words of a thief' })), 'login_failed');
  }
  assert.equal(await roleOf(admin, id), 'reader');
  assert.doesNotMatch((await admin.send('GET', '/api/team')).body, /late@example/);
  const done = await Promise.all(asked.map(async (ask) => ask({ currentPassword: password })));
  assert.deepEqual(
    done.map(({ statusCode }) => statusCode),
    [201, 204],
  );
  assert.equal(await roleOf(admin, id), 'admin');
});

test('demoting and removing an admin takes the same, in every form of it; leaving takes nothing', async () => {
  const { admin, member, id } = await teamOf('lowered@example.com');
  const path = `/api/team/members/${id}`;
  assert.equal((await admin.send('PATCH', path, { role: 'admin' })).statusCode, 204);
  const removed = await joining(service, admin, 'removed@example.com', 'admin');
  const { members } = teamDetails.parse((await admin.send('GET', '/api/team')).json());
  const idOf = (email: string): string => members.find((one) => one.email === email)?.id ?? '';
  const other = `/api/team/members/${idOf('removed@example.com')}`;
  await age(11);
  const deeds = [
    async (shown: object) => admin.send('PATCH', path, { role: 'auditor', ...shown }),
    async (shown?: object) => admin.send('DELETE', other, shown),
  ];
  for (const deed of deeds) {
    const bare = await deed({});
    assert.deepEqual([bare.statusCode, codeOf(bare)], [401, 'login_failed']);
    assert.match(bare.body, /To make, change or remove an admin/);
    assert.equal(codeOf(await deed({ currentPassword: 'four words of a thief' })), 'login_failed');
  }
  const withoutBody = await admin.send('DELETE', other);
  assert.deepEqual([withoutBody.statusCode, codeOf(withoutBody)], [401, 'login_failed']);
  assert.equal(await roleOf(admin, id), 'admin');
  assert.equal((await removed.send('GET', '/api/team')).statusCode, 200);
  for (const deed of deeds) assert.equal((await deed({ currentPassword: password })).statusCode, 204);
  assert.equal(await roleOf(admin, id), 'auditor');
  assert.equal((await removed.send('GET', '/api/team')).statusCode, 401);
  const own = `/api/team/members/${idOf('admin.lowered@example.com')}`;
  assert.equal(
    codeOf(await admin.send('PATCH', own, { role: 'reader' })),
    'last_admin',
    'no password is asked in vain',
  );
  const unknown = await admin.send('DELETE', '/api/team/members/00000000-0000-4000-8000-000000000000');
  assert.equal(codeOf(unknown), 'member_not_found');
  assert.equal((await member.send('POST', '/api/team/leave')).statusCode, 204, 'nothing is asked of who leaves');
  await age(0);
  const leaving = await joining(service, admin, 'leaves.lowered@example.com', 'admin');
  await age(11);
  assert.equal((await leaving.send('POST', '/api/team/leave')).statusCode, 204);
});

test('with a second factor the password alone makes no admin, and a code is taken once', async () => {
  const { admin, id } = await teamOf('factor@example.com');
  const begun = await admin.send('POST', '/api/account/second-factor', { currentPassword: password });
  const { secret } = newSecondFactor.parse(begun.json());
  const code = (steps: number): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  // The code of the next step later: unlike the previous one now, it is valid also if a step ends meanwhile.
  const confirmed = await admin.send('POST', '/api/account/second-factor/confirm', { code: code(0) });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  await age(11);
  const raise = async (shown: object) => admin.send('PATCH', `/api/team/members/${id}`, { role: 'admin', ...shown });
  assert.equal(codeOf(await raise({ currentPassword: password })), 'second_factor_required');
  assert.equal(codeOf(await raise({ currentPassword: password, code: '000000' })), 'second_factor_failed');
  assert.equal(codeOf(await raise({ code: code(1) })), 'login_failed', 'a code alone is not enough either');
  const shown = { currentPassword: password, code: code(1) };
  assert.equal((await raise(shown)).statusCode, 204);
  assert.equal(codeOf(await invite(admin, 'again@example.com', 'admin', shown)), 'second_factor_failed');
});

test('keys cannot create administrators, even with a password', async () => {
  const { admin, id } = await teamOf('by-key@example.com');
  const { key } = await makeKey(admin, ['team:admin', 'audit:read']);
  await age(11);
  for (const shown of [{}, { currentPassword: password }]) {
    const answer = await http.inject({
      method: 'PATCH',
      url: `/api/team/members/${id}`,
      headers: { authorization: `Bearer ${key}` },
      payload: { role: 'admin', ...shown },
    });
    assert.equal(codeOf(answer), 'insufficient_scope');
  }
});

test('the page asks for the password, keeps the form meanwhile, and continues with it', async () => {
  const { admin, id } = await teamOf('by-form@example.com');
  await age(11);
  const post = async (fields: Record<string, string>) =>
    http.inject({
      method: 'POST',
      url: '/settings/team',
      headers: {
        host: 'perimeter.test',
        origin: 'https://perimeter.test',
        cookie: `__Host-perimeter=${admin.cookie()}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
      },
      payload: new URLSearchParams(fields).toString(),
    });
  const plain = await post({ act: 'role', id, role: 'reader' });
  assert.equal(plain.statusCode, 303);
  const forms: Record<string, string>[] = [
    { act: 'invite', email: 'formed@example.com', role: 'admin', days: '7' },
    { act: 'role', id, role: 'admin' },
    { act: 'role', id, role: 'auditor' },
    { act: 'role', id, role: 'admin' },
    { act: 'remove', id },
  ];
  for (const fields of forms) {
    const asked = await post(fields);
    assert.equal(asked.statusCode, 401, asked.body);
    assert.match(asked.body, /<h2 id="confirm">Confirm that it is you<\/h2>/);
    // The page must have one #invite, which the form leads to.
    assert.equal(asked.body.split('id="invite"').length, 2);
    assert.equal(asked.body.indexOf('id="confirm"') > asked.body.indexOf('id="members"'), fields['act'] === 'invite');
    const held = Object.fromEntries(
      [
        ...(asked.body
          .split('id="confirm"')[1]
          ?.split('</form>')[0]
          ?.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g) ?? []),
      ].map(([, name, value]) => [name, value]),
    );
    assert.deepEqual(held, fields);
    assert.doesNotMatch(asked.body, new RegExp(password));
    const wrong = await post({ ...fields, currentPassword: 'four words of a thief' });
    assert.equal(wrong.statusCode, 401);
    assert.doesNotMatch(wrong.body, /four words of a thief/);
    const done = await post({ ...fields, currentPassword: password });
    assert.ok(done.statusCode < 400, done.body);
  }
  assert.equal(await roleOf(admin, id), undefined);
});
