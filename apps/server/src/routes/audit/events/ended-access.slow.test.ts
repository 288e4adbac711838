import { auditStarted } from '@perimeter/contract/audit';
import { ownTeamList, teamDetails } from '@perimeter/contract/account/team';
import { sessionList } from '@perimeter/contract/account/session';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { inTime } from '@perimeter/engine/net/in-time';
import { readZip } from '../../../testing/documents/read-zip.ts';
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
const origin = service.http.listeningOrigin;

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
    await setTimeout(50);
  }
}

const isPending = async (answer: Promise<unknown>, ms: number): Promise<boolean> =>
  inTime(
    answer.then(() => false),
    ms,
    () => true,
  );

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

/** A download that stops after its first octets, until it is read on. */
async function downloading(reader: Browser, format: string) {
  const headers = { host: 'perimeter.test', cookie: `__Host-perimeter=${reader.cookie()}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(`/api/account/export?format=${format}`, origin), { headers }, resolve).once('error', reject);
  });
  assert.equal(answer.statusCode, 200);
  return {
    readOn: async (): Promise<Buffer> => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      const ended = finished(answer).catch(() => undefined);
      assert.equal(await isPending(ended, 60_000), false, 'ended');
      return Buffer.concat(parts);
    },
  };
}
const broken: Readonly<Record<string, (file: Buffer) => void>> = {
  zip: (file) => assert.throws(() => readZip(file), /no list of files/),
  json: (file) => assert.throws(() => JSON.parse(file.toString()), SyntaxError),
};
/** Each way to lose access, and each form of the file, once. */
const exports = { zip: ['demoted', 'nothing'], json: ['removed', 'logged out'] } as const;
for (const [format, isBroken] of Object.entries(broken)) {
  for (const how of exports[format === 'zip' ? 'zip' : 'json']) {
    test(`${format}: an export of an admin who is ${how} meanwhile ${how === 'nothing' ? 'is whole' : 'breaks off'}`, async () => {
      const email = `${format}-${how.replace(' ', '-')}@example.com`;
      const owner = await anotherAccount(service, `owner-${email}`);
      const reader = await joining(service, owner, email, 'admin');
      const { id: team, members } = teamDetails.parse((await owner.send('GET', '/api/team')).json());
      const path = `/api/team/members/${members.find((one) => one.email === email)?.id}`;
      await sql`insert into team_log (team_id, actor_kind, actor_id, actor_name, action, target, detail)
        select ${team}, 'operator', '', '', 'key_created', md5(random()::text) || md5(random()::text), md5(random()::text)
        from generate_series(1, 40000)`.execute(service.db);
      const { readOn } = await downloading(reader, format);
      const ends = {
        demoted: async () => owner.send('PATCH', path, { role: 'auditor' }),
        removed: async () => owner.send('DELETE', path),
        'logged out': async () => browser(service, '127.0.0.1', reader.cookie()).send('DELETE', '/api/session'),
        nothing: async () => owner.send('GET', '/api/team'),
      };
      const ended = await ends[how]();
      assert.ok(ended.statusCode < 300, ended.body);
      const file = await readOn();
      if (how === 'nothing') return assert.throws(() => isBroken(file));
      isBroken(file);
      return undefined;
    });
  }
}

test('what ends for one goes on for others, and a public audit that becomes private ends for strangers', async () => {
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
