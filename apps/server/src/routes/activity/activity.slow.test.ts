import { activity } from '@perimeter/contract/account/activity';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { securityLog } from '../../admin/security-log.ts';
import { resumeErasures } from '../../jobs/erase-account.ts';
import { purgeCredentials } from '../../repositories/accounts/purge.ts';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService, secret } from '../../testing/metered-service.ts';
import { anotherAccount, type Browser, browser, firstAccount, makeKey, password } from '../../testing/people.ts';

const { db, http, setupToken } = await meteredService(deterministicEngine(1), { PERIMETER_SIGNUP: 'unconfirmed' });
const service = { http, setupToken };
const admin = await firstAccount(service);

const path = '/api/account/activity';
const read = async (holder: Browser, query = '') =>
  activity.parse((await holder.send('GET', `${path}${query}`)).json());
const told = async (holder: Browser): Promise<string[]> =>
  (await read(holder)).events.map(({ kind, network, detail }) => `${kind} ${network} ${detail}`.trimEnd());

test('logins, failed attempts and changes are recorded with their network, visible to the holder only', async () => {
  const email = 'watched@example.com';
  const holder = await anotherAccount(service, email);
  const [network = ''] = (await read(holder)).events.map((event) => event.network);
  const thief = browser(service, '203.0.113.66');
  const agent = { 'user-agent': 'Thief/1 \u202E' };
  await thief.send('POST', '/api/session', { email, password: 'not the password' }, agent);
  const elsewhere = browser(service, '2001:db8:1:2:3::4');
  await elsewhere.send('POST', '/api/session', { email, password });
  const { id } = await makeKey(holder);
  await holder.send('DELETE', `/api/keys/${id}`);
  await admin.send('POST', '/api/accounts/plan', { email, plan: 'pro' });
  await elsewhere.send('DELETE', '/api/session');
  assert.deepEqual(await told(holder), [
    'logged_out 2001:db8:1:2::/64',
    'plan_changed 127.0.0.1 pro',
    `key_revoked ${network} ${id}`,
    `key_created ${network} a key`,
    'logged_in 2001:db8:1:2::/64 password',
    'password_wrong 203.0.113.66',
    `account_created ${network}`,
  ]);
  const wrong = (await read(holder)).events.find(({ kind }) => kind === 'password_wrong');
  assert.equal(wrong?.userAgent, 'Thief/1 ');
  const other = await anotherAccount(service, 'other@example.com');
  assert.deepEqual(
    (await told(other)).map((line) => line.split(' ')[0]),
    ['account_created'],
  );
});

test('the log is paginated', async () => {
  const holder = await anotherAccount(service, 'pages@example.com');
  for (let n = 0; n < 4; n += 1) await makeKey(holder);
  const first = await read(holder, '?limit=3');
  const second = await read(holder, `?limit=3&cursor=${first.nextCursor}`);
  const ids = [...first.events, ...second.events].map(({ id }) => Number(id));
  assert.deepEqual(
    ids,
    ids.toSorted((one, two) => two - one),
  );
  assert.deepEqual([new Set(ids).size, second.nextCursor], [5, null]);
  assert.equal((await holder.send('GET', `${path}?cursor=x`)).statusCode, 400);
});

test('the operator reads the log on the host, for one account or all', async () => {
  await anotherAccount(service, 'asked@example.com');
  const lines = async (...args: string[]): Promise<string[]> => {
    const printed: string[] = [];
    const readInput = async () => '';
    const own = Buffer.from(secret);
    const print = (line: string): void => void printed.push(line);
    await securityLog.run({ db, secret: own, secrets: [own], ownCertificate: false, args, readInput, print });
    return printed;
  };
  const [line = '', ...more] = await lines('asked@example.com');
  assert.deepEqual(more, []);
  assert.match(line, /^\d{4}-\d\d-\d\dT\S+Z {2}asked@example\.com {2}account_created {2}10\.1\.\d+\.\d+ {2}-/);
  assert.ok((await lines()).length > 10);
  await assert.rejects(lines('asked@example.com', '--days', 'x'), /number of days/);
});

test('lines are deleted after their retention, and with their account', async () => {
  const holder = await anotherAccount(service, 'leaves@example.com');
  await makeKey(holder);
  await sql`update security_events set at = at - interval '91 days' where kind = 'key_created'`.execute(db);
  await purgeCredentials(db, new Date(), 90);
  assert.deepEqual(
    (await told(holder)).map((line) => line.split(' ')[0]),
    ['account_created'],
  );
  await holder.send('DELETE', '/api/account', { currentPassword: password });
  await sql`update accounts set leaves_at = now() where leaves_at is not null`.execute(db);
  await resumeErasures({ db, queue: { enqueue: async () => assert.fail('nothing waits') } });
  const left = await db.selectFrom('security_events').selectAll().where('detail', '=', 'a key').execute();
  assert.deepEqual(left, []);
});
