import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../../../testing/deterministic-engine.ts';
import { anotherAccount, browser, type Browser, firstAccount, password } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';
import { invitationFor, joining } from '../../../testing/teams/joining.ts';

const service = await serviceForTests(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
await firstAccount(service);
const admin = await anotherAccount(service, 'admin@example.com');

const form = {
  'content-type': 'application/x-www-form-urlencoded',
  accept: 'text/html',
  'sec-fetch-site': 'same-origin',
};
const post = async (
  by: Browser,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const { http } = service;
  const own = { host: 'perimeter.test', origin: 'https://perimeter.test', cookie: `__Host-perimeter=${by.cookie()}` };
  const payload = new URLSearchParams(fields).toString();
  return http.inject({ method: 'POST', url: path, headers: { ...own, ...form, ...headers }, payload });
};
const page = async (by: Browser, path: string) => by.send('GET', path, undefined, { accept: 'text/html' });

test('an administrator invites, changes, removes and renames by forms without script', async () => {
  const empty = await page(admin, '/settings/team');
  assert.match(empty.body, /Nobody is invited at the moment/);
  assert.doesNotMatch(empty.body, /Leave the team/);
  const made = await post(admin, '/settings/team', {
    act: 'invite',
    email: 'Joins@example.com',
    role: 'auditor',
    days: '7',
  });
  assert.equal(made.statusCode, 200, made.body);
  const [, token = ''] = /\/join\/([A-Za-z0-9_-]{43})/.exec(made.body) ?? [];
  assert.notEqual(token, '');
  assert.doesNotMatch((await page(admin, '/settings/team')).body, /\/join\//, 'shown once');

  const guest = browser(service, '192.0.2.9');
  const open = await page(guest, `/join/${token}`);
  assert.match(open.body, /joins@example\.com is invited to the team <b>admin@example\.com<\/b> as auditor/);
  assert.equal(open.headers['referrer-policy'], 'same-origin');
  for (const [weak, reason] of [
    ['short', 'Choose a password of at least 12 characters'],
    ['long'.repeat(300), 'Choose a password of at most 256 characters'],
    ['joins@example.com', 'Choose a password other than your e-mail address'],
    ['abcabcabcabcabc', 'This password is easily guessed: choose a few random words'],
  ] as const) {
    const refused = await post(guest, `/join/${token}`, { password: weak });
    assert.deepEqual([refused.statusCode, refused.body.includes(reason)], [422, true], reason);
  }
  const joined = await post(guest, `/join/${token}`, { password });
  assert.deepEqual([joined.statusCode, joined.headers.location], [303, '/settings/team']);
  const again = await page(guest, `/join/${token}`);
  assert.deepEqual([again.statusCode, /was used or withdrawn/.test(again.body)], [404, true]);

  const list = (await page(admin, '/settings/team')).body;
  assert.match(list, /joins@example\.com/);
  const id = /Role of joins@example\.com/.test(list)
    ? [...list.matchAll(/name="id" value="([^"]+)"/g)].at(-1)?.[1]
    : '';
  const role = await post(admin, '/settings/team', { act: 'role', id: String(id), role: 'reader' });
  assert.equal(role.statusCode, 303, role.body);
  const named = await post(admin, '/settings/team', { act: 'name', name: '<b>Team</b>' });
  assert.equal(named.statusCode, 303);
  assert.match((await page(admin, '/settings/team')).body, /<h1>&lt;b&gt;Team&lt;\/b&gt;<\/h1>/);
  const removed = await post(admin, '/settings/team', { act: 'remove', id: String(id) });
  assert.equal(removed.statusCode, 303);
  assert.doesNotMatch((await page(admin, '/settings/team')).body, /joins@example\.com/);
  const log = (await page(admin, '/settings/team/log')).body;
  for (const words of ['removed the member', 'named the team', 'changed the role of', 'invited'])
    assert.ok(log.includes(words), words);
});

test('a refused form shows the reason, and keeps the input', async () => {
  await joining(service, admin, 'there@example.com', 'reader');
  const again = await post(admin, '/settings/team', {
    act: 'invite',
    email: 'there@example.com',
    role: 'auditor',
    days: '7',
  });
  assert.equal(again.statusCode, 409);
  assert.match(again.body, /This address belongs to a member already/);
  assert.match(again.body, /value="there@example\.com"/);
  const last = await post(admin, '/settings/team/leave', {});
  assert.equal(last.statusCode, 409);
  assert.match(last.body, /A team needs an admin/);
  assert.equal((await post(admin, '/settings/team', { act: 'nothing' })).statusCode, 400);
});

test("a reader sees the members without administrators' forms, switches teams, and leaves", async () => {
  const reader = await joining(service, admin, 'reads@example.com', 'reader');
  const { body } = await page(reader, '/settings/team');
  assert.match(body, /You are a reader of this team/);
  assert.doesNotMatch(body, /name="act"|Who did what|Nobody is invited/);
  assert.equal((await page(reader, '/settings/team/log')).statusCode, 403);
  const own = /value="([^"]+)"[^>]*>reads@example\.com, as admin/.exec(body)?.[1] ?? '';
  const switched = await post(reader, '/settings/team/switch', { team: own });
  assert.equal(switched.statusCode, 303, switched.body);
  assert.match((await page(reader, '/settings/team')).body, /You are an admin of this team/);
  const stranger = await post(reader, '/settings/team/switch', { team: crypto.randomUUID() });
  assert.equal(stranger.statusCode, 404);
  const back = await joining(service, admin, 'leaves@example.com', 'reader');
  const left = await post(back, '/settings/team/leave', {});
  assert.deepEqual([left.statusCode, left.headers.location], [303, '/sign-in?next=/settings/team']);
  assert.equal((await back.send('GET', '/api/team')).statusCode, 401);
});

test('forms of other sites change nothing', async () => {
  const token = await invitationFor(admin, 'foreign@example.com', 'reader');
  for (const [path, fields] of [
    ['/settings/team', { act: 'name', name: 'stolen' }],
    ['/settings/team/leave', {}],
    ['/settings/team/switch', {}],
    [`/join/${token}`, { password }],
  ] as const)
    for (const headers of [{ origin: 'https://evil.test' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await post(admin, path, fields, headers);
      assert.equal(answer.statusCode, 403, path);
    }
  const { body } = await page(admin, '/settings/team');
  assert.doesNotMatch(body, /stolen/);
});

test('a person logged in with another address sees that the invitation is not for them', async () => {
  const token = await invitationFor(admin, 'one@example.com', 'reader');
  const another = await anotherAccount(service, 'two@example.com');
  assert.match((await page(another, `/join/${token}`)).body, /You are logged in as two@example\.com/);
  const refused = await post(another, `/join/${token}`, {});
  assert.equal(refused.statusCode, 403);
  const one = await anotherAccount(service, 'one@example.com');
  assert.equal((await post(one, `/join/${token}`, {})).statusCode, 303);
  assert.match((await page(one, '/settings/team')).body, /You are a reader of this team/);
});
