import { auditStarted } from '@perimeter/contract/audit';
import { ownTeamList, teamDetails } from '@perimeter/contract/account/team';
import { sessionList } from '@perimeter/contract/account/session';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { heldEngine } from '../../../testing/held-engine.ts';
import { meteredService } from '../../../testing/metered-service.ts';
import { anotherAccount, browser, type Browser, firstAccount, makeKey, password } from '../../../testing/people.ts';
import { joining } from '../../../testing/teams/joining.ts';

const { engine } = heldEngine();
const service = await meteredService(engine, {
  PERIMETER_SIGNUP: 'unconfirmed',
  PERIMETER_RATE_LIMITS: 'off',
  PERIMETER_CONCURRENCY: '30',
});
const operator = await firstAccount(service);

let count = 0;
/** A team with a running audit, and a member who reads it. */
async function running(isPrivate = true) {
  count += 1;
  const admin = await anotherAccount(service, `admin-${count}@example.com`);
  const email = `member-${count}@example.com`;
  const member = await joining(service, admin, email, 'reader');
  const body = { domain: `held-${count}.net`, private: isPrivate };
  const { id } = auditStarted.parse((await admin.send('POST', '/api/audit/start', body)).json());
  const { members } = teamDetails.parse((await admin.send('GET', '/api/team')).json());
  return { admin, member, email, id, memberId: members.find((one) => one.email === email)?.id ?? '' };
}
type Running = Awaited<ReturnType<typeof running>>;

const byKey = (key: string): Browser => ({
  cookie: () => '',
  send: async (method, url, _body, headers = {}) =>
    service.http.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url,
      headers: { ...headers, authorization: `Bearer ${key}` },
    }),
});
const logIn = async (email: string): Promise<Browser> => {
  const holder = browser(service);
  assert.equal((await holder.send('POST', '/api/session', { email, password })).statusCode, 200);
  return holder;
};

/** The ways in which a reader can lose access, by how they authenticate. */
const ends: Readonly<Record<string, (audit: Running) => Promise<{ reader: Browser; end: () => Promise<unknown> }>>> = {
  'a member is removed': async ({ admin, member, memberId }) => ({
    reader: member,
    end: async () => admin.send('DELETE', `/api/team/members/${memberId}`),
  }),
  'a member leaves in another browser': async ({ member, email }) => {
    const other = await logIn(email);
    return { reader: member, end: async () => other.send('POST', '/api/team/leave') };
  },
  'the session is ended from another browser': async ({ member, email }) => {
    const other = await logIn(email);
    const { sessions } = sessionList.parse((await other.send('GET', '/api/sessions')).json());
    const [id] = sessions.filter(({ isCurrent }) => !isCurrent).map((one) => one.id);
    return { reader: member, end: async () => other.send('DELETE', `/api/sessions/${id}`) };
  },
  'the holder logs out': async ({ member }) => ({
    reader: { ...member, cookie: member.cookie },
    end: async () => browser(service, '127.0.0.1', member.cookie()).send('DELETE', '/api/session'),
  }),
  'the password is changed in another browser': async ({ member, email }) => {
    const other = await logIn(email);
    const body = { currentPassword: password, newPassword: 'four other words of a holder' };
    return { reader: member, end: async () => other.send('PATCH', '/api/account', body) };
  },
  'the browser acts for another team': async ({ member, email }) => {
    const same = browser(service, '127.0.0.1', member.cookie());
    const { teams } = ownTeamList.parse((await same.send('GET', '/api/teams')).json());
    const own = teams.find(({ title }) => title === email)?.id;
    return { reader: member, end: async () => same.send('PUT', '/api/session/team', { teamId: own }) };
  },
  'the key is revoked': async ({ admin }) => {
    const { key, id } = await makeKey(admin);
    return { reader: byKey(key), end: async () => admin.send('DELETE', `/api/keys/${id}`) };
  },
  'the key is rotated without grace': async ({ admin }) => {
    const { key, id } = await makeKey(admin);
    return { reader: byKey(key), end: async () => admin.send('POST', `/api/keys/${id}/rotate`, { grace: '0' }) };
  },
  'the account of the team is disabled': async ({ admin, member }) => {
    const email = (await admin.send('GET', '/api/account')).json<{ email: string }>().email;
    return { reader: member, end: async () => operator.send('POST', '/api/accounts/disable', { email }) };
  },
};

/** The ETag of an audit once it runs and its state is stable. */
async function settled(reader: Browser, id: string): Promise<string> {
  for (let before = ''; ;) {
    const answer = await reader.send('GET', `/api/audit/${id}`);
    assert.equal(answer.statusCode, 200, answer.body);
    const tag = String(answer.headers.etag);
    if (tag === before && answer.body.includes('"in_progress"')) return tag;
    before = tag;
    await setTimeout(200);
  }
}

const isPending = async (answer: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([answer.then(() => false), setTimeout(ms, true)]);

for (const [name, prepare] of Object.entries(ends)) {
  test(`${name}: streams and waits end at once, and new ones are refused`, async () => {
    const audit = await running();
    const { reader, end } = await prepare(audit);
    const tag = await settled(reader, audit.id);
    const stream = reader.send('GET', `/api/audit/${audit.id}/events`);
    const known = { prefer: 'wait=20', 'if-none-match': tag };
    const wait = reader.send('GET', `/api/audit/${audit.id}`, undefined, known);
    assert.ok(await isPending(Promise.race([stream, wait]), 500), 'open while the reader may read');
    const answer: unknown = await end();
    assert.ok(Number(Object(answer).statusCode) < 300, String(Object(answer).body));
    assert.equal(await isPending(Promise.all([stream, wait]), 5_000), false, 'ended long before the next heartbeat');
    assert.doesNotMatch((await stream).body, /"status":"completed"/);
    const refused = (await wait).statusCode;
    assert.ok(refused === 401 || refused === 404, `${refused}`);
    const again = await reader.send('GET', `/api/audit/${audit.id}/events`);
    assert.ok(again.statusCode === 401 || again.statusCode === 404, `${again.statusCode}`);
  });
}

test("readers who keep access are not affected, and making a public audit private ends other readers' streams", async () => {
  const { admin, member, id } = await running(false);
  await settled(admin, id);
  const stranger = browser(service, '10.9.9.9');
  const ofStranger = stranger.send('GET', `/api/audit/${id}/events`);
  const { key, id: keyId } = await makeKey(await anotherAccount(service, 'elsewhere@example.com'));
  const ofMember = member.send('GET', `/api/audit/${id}/events`);
  const ofKey = byKey(key).send('GET', `/api/audit/${id}/events`);
  assert.ok(await isPending(Promise.race([ofStranger, ofMember, ofKey]), 500));
  assert.match(keyId, /^key_/);
  assert.equal((await admin.send('PATCH', `/api/audit/${id}`, { private: true })).statusCode, 200);
  assert.equal(await isPending(Promise.all([ofStranger, ofKey]), 5_000), false);
  assert.doesNotMatch((await ofStranger).body, /"private":true/);
  assert.equal((await stranger.send('GET', `/api/audit/${id}/events`)).statusCode, 404);
  assert.equal((await member.send('GET', `/api/audit/${id}`)).statusCode, 200);
});
