import { newApiKey } from '@perimeter/contract/account/key';
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { startProcess, type ServiceProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { readSettings } from '../settings/settings.ts';
import { smtpServer } from '../testing/smtp.ts';

const dataDir = await preparedDirectory();
const smtp = await smtpServer();
after(smtp.close);

const env = { PERIMETER_DATA_DIR: dataDir, PERIMETER_SECRET: '', PERIMETER_LOG_LEVEL: 'trace' };

let firstSecret = '';

/** Sends JSON as the dashboard would; returns the answer and the cookie that it set. */
async function send({ url }: ServiceProcess, method: string, at: string, body: object, headers = {}) {
  const answer = await fetch(url + at, {
    method,
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify(body),
  });
  const cookie = /^[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
  return { status: answer.status, cookie, text: await answer.text() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

test('the whole life of an account, its reset link included, leaves no secret in the log or the database', async (t) => {
  const service = await startProcess({
    ...env,
    PERIMETER_SMTP_URL: smtp.url,
    PERIMETER_PUBLIC_URL: 'https://audit.example',
  });
  t.after(async () => service.end('SIGTERM'));
  await until(() => service.printed().includes('setup token'));
  const setupToken = /setup token: (\S+)/.exec(service.printed())?.[1] ?? '';
  const email = 'holder@example.com';
  const passwords = ['the first passphrase', 'the second passphrase', 'a wrong passphrase here'] as const;
  const origin = 'https://audit.example';

  const made = await send(service, 'POST', '/api/account', { email, password: passwords[0], setupToken }, { origin });
  assert.equal(made.status, 201, made.text);
  const issued = await send(service, 'POST', '/api/keys', { name: 'ci' }, { origin, cookie: made.cookie });
  const { key, apiKey } = newApiKey.parse(JSON.parse(issued.text));
  const rotated = await send(service, 'POST', `/api/keys/${apiKey.id}/rotate`, {}, { origin, cookie: made.cookie });
  const { key: next } = newApiKey.parse(JSON.parse(rotated.text));
  for (const known of [key, next]) {
    const headers = { authorization: `Bearer ${known}` };
    assert.equal((await send(service, 'POST', '/api/audit/start', { domain: 'logged.net' }, headers)).status, 202);
  }
  const typo = `${key.slice(0, -1)}_`;
  const refused = { authorization: `Bearer ${typo}` };
  assert.equal((await send(service, 'POST', '/api/audit/start', { domain: 'logged.net' }, refused)).status, 401);
  assert.equal(
    (await send(service, 'POST', '/api/session', { email, password: passwords[2] }, { origin })).status,
    401,
  );

  assert.equal((await send(service, 'POST', '/api/account/password-reset', { email }, { origin })).status, 202);
  const message = await smtp.next();
  assert.match(message, /^To: holder@example\.com\r$/m);
  const token = /https:\/\/audit\.example\/reset-password#token=([A-Za-z0-9_-]{43})/.exec(message)?.[1] ?? '';
  const confirm = async (given: string) =>
    send(
      service,
      'POST',
      '/api/account/password-reset/confirm',
      { token: given, newPassword: passwords[1] },
      { origin },
    );
  assert.equal((await confirm('x'.repeat(43))).status, 400);
  assert.deepEqual(
    (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status).toSorted(),
    [204, 400],
  );
  assert.match(await smtp.next(), /Your password was changed/);
  const ended = await fetch(`${service.url}/api/account`, { headers: { cookie: made.cookie } });
  assert.equal(ended.status, 401, 'all sessions have ended');
  const again = await send(service, 'POST', '/api/session', { email, password: passwords[1] }, { origin });
  assert.equal(again.status, 200);
  // An unknown address gets the same answer, and nothing is sent.
  const nobody = await send(
    service,
    'POST',
    '/api/account/password-reset',
    { email: 'nobody@example.com' },
    { origin },
  );
  assert.equal(nobody.status, 202);

  assert.equal(await service.end('SIGTERM'), 0);
  const secret = (await readFile(path.join(dataDir, 'secret'), 'utf8')).trim();
  firstSecret = secret;
  const cookies = [made.cookie, again.cookie].map((cookie) => cookie.split('=')[1] ?? '');
  const secrets = [setupToken, ...passwords, key, next, typo, token, secret, ...cookies];
  const log = service.logged();
  assert.match(log, /API key rotated/, 'the log is there to look at');
  for (const text of secrets) {
    assert.ok(text.length >= 12);
    assert.ok(!log.includes(text), `the log has ${text.slice(0, 4)}…`);
  }
  // The tables, indexes and write-ahead log of the embedded database, as files.
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const kept = files.filter(
    (file) => file.isFile() && path.join(file.parentPath, file.name) !== path.join(dataDir, 'secret'),
  );
  let isStored = false;
  for (const file of kept) {
    const octets = await readFile(path.join(file.parentPath, file.name));
    isStored ||= octets.includes(email);
    for (const text of secrets) assert.ok(!octets.includes(text), `${file.name} has ${text.slice(0, 4)}…`);
  }
  assert.ok(isStored, 'the account is there to look at');
});

describe('the same database started again, without a mail server', () => {
  let service: ServiceProcess;
  before(async () => {
    service = await startProcess(env);
  });
  after(async () => service.end('SIGTERM'));

  test('the secret is created once, readable only by its owner, and no setup token is printed again', async () => {
    const file = path.join(dataDir, 'secret');
    const { mode } = await stat(file);
    assert.equal(mode & 0o777, 0o600);
    assert.equal((await readFile(file, 'utf8')).trim(), firstSecret);
    assert.ok(!service.printed().includes('setup token'), 'there is an account');
  });

  test('a link never contains the host that a request names', async () => {
    const headers = { origin: 'http://evil.test', 'x-forwarded-host': 'evil.test' };
    const asked = await send(service, 'POST', '/api/account/password-reset', { email: 'holder@example.com' }, headers);
    assert.equal(asked.status, 403);
    const body = JSON.stringify({ email: 'holder@example.com' });
    const fields = {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    };
    const accepted = await fetch(`${service.url}/api/account/password-reset`, {
      method: 'POST',
      headers: fields,
      body,
    });
    assert.equal(accepted.status, 202);
    await until(() => service.logged().includes('reset-password#token='));
    assert.ok(!service.logged().includes('evil.test'));
  });

  test('without a mail server links are logged, and the log says so', async () => {
    const asked = await send(service, 'POST', '/api/account/password-reset', { email: 'holder@example.com' });
    assert.equal(asked.status, 202);
    await until(() => service.logged().includes('PERIMETER_SMTP_URL is not set'));
    assert.ok(
      service.logged().includes(`${service.url}/reset-password#token=`),
      'and leads to where the service listens',
    );
  });
});

test('several processes on one database do not start without a shared secret', () => {
  const read = readSettings({ PERIMETER_SECRET: '', DATABASE_URL: 'postgres://user@127.0.0.1:1/none' });
  assert.ok(!read.ok);
  assert.match(read.problems.join('\n'), /PERIMETER_SECRET is required with DATABASE_URL/);
});
