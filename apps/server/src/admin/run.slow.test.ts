import assert from 'node:assert/strict';
import { after, describe, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '../database/embedded/start.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { browser, password } from '../testing/people.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { startService } from '../process/service.ts';
import { preparedDirectory } from '../testing/database.ts';
import { runAdmin } from './run.ts';

interface Ended {
  code: number;
  printed: string[];
  complaint: string;
}

const shared = 'a secret that command and service share';

/** Runs admin commands on a database; returns their output and exit code. */
function adminOn(env: Readonly<Record<string, string>>) {
  return async (line: string, input = ''): Promise<Ended> => {
    const printed: string[] = [];
    const complaints: string[] = [];
    const code = await runAdmin(line.split(' '), {
      env,
      readInput: async () => input,
      print: (text) => void printed.push(text),
      complain: (text) => void complaints.push(text),
    });
    return { code, printed, complaint: complaints.join('\n') };
  };
}

describe('on a database server that other programs use too', async () => {
  const server = await startEmbedded(await preparedDirectory());
  after(server.stop);
  const { host, user, database } = server.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}/${database}`,
    PERIMETER_SECRET: shared,
  };
  const admin = adminOn(env);
  const service = await startService(testSettings('', env), deterministicEngine(1), lazily);
  after(service.stop);

  test('the first account becomes administrator and can log in with its password', async () => {
    const { code, printed } = await admin('create-account Operator@example.com');
    assert.equal(code, 0);
    assert.equal(printed[0], 'Created account operator@example.com (administrator) with plan free');
    const made = /once\): (\S+)$/.exec(printed[1] ?? '')?.[1] ?? '';
    const body = { email: 'operator@example.com', password: made };
    const answer = await browser(service).send('POST', '/api/session', body);
    assert.equal(answer.statusCode, 200);
    assert.equal(Object(answer.json()).account.isAdmin, true);
  });

  test('a password from standard input is used unchanged and never printed', async () => {
    const given = await admin('create-account second@example.com --password-stdin --plan pro', `${password}\n`);
    assert.deepEqual(given.printed, ['Created account second@example.com with plan pro']);
    const answer = await browser(service).send('POST', '/api/session', { email: 'second@example.com', password });
    assert.equal(Object(answer.json()).account.plan, 'pro');
    assert.equal((await admin('create-account second@example.com')).code, 1);
    assert.equal((await admin('create-account third@example.com --password-stdin', 'short')).code, 1);
  });

  test('the operator changes an address without a confirmation message', async () => {
    await admin('create-account before@example.com --password-stdin', password);
    await admin('create-account other@example.com');
    assert.equal((await admin('change-email before@example.com other@example.com')).code, 1);
    assert.deepEqual((await admin('change-email before@example.com After@example.com')).printed, [
      'before@example.com is now after@example.com',
    ]);
    const answer = await browser(service).send('POST', '/api/session', { email: 'after@example.com', password });
    assert.equal(answer.statusCode, 200);
    assert.equal((await admin('change-email nobody@example.com x@example.com')).code, 1);
  });

  test('a new key works at once, is listed, and stops working once revoked', async (t) => {
    // With a frozen clock no cached credential expires: the service can learn of the revocation only by a notification.
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    t.after(() => mock.timers.reset());
    await admin('create-account keys@example.com');
    const made = await admin('create-key keys@example.com --scope audit:read --name ci');
    assert.equal(made.code, 0);
    const key = made.printed[1] ?? '';
    const use = async () =>
      service.http.inject({
        url: '/api/audit/aud_00000000-0000-4000-8000-000000000000',
        headers: { authorization: `Bearer ${key}` },
      });
    // Listed before its use, which the service writes down at some later time.
    const listed = await admin('list-keys keys@example.com');
    assert.equal(listed.printed.length, 1);
    assert.match(
      listed.printed[0] ?? '',
      /^key_[0-9a-f-]{36} {2}active {2}psa_live_….{4} {2}audit:read {2}never used {2}ci$/,
    );
    const id = listed.printed[0]?.split(' ')[0] ?? '';
    assert.equal((await use()).statusCode, 404);
    assert.equal((await admin(`revoke-key ${id}`)).code, 0);
    while ((await use()).statusCode !== 401) await sleep(20);
  });

  test('set-plan changes the plan of an account', async () => {
    assert.equal((await admin('set-plan second@example.com team')).code, 0);
    const answer = await browser(service).send('POST', '/api/session', { email: 'second@example.com', password });
    assert.equal(Object(answer.json()).account.plan, 'team');
    assert.equal((await admin('set-plan nobody@example.com team')).code, 1);
  });

  test('domains are added to the opt-out list and removed from it', async () => {
    assert.equal((await admin('opt-out add Opted.Example-Site.net. the owner wrote to us')).code, 0);
    const { printed } = await admin('opt-out list');
    assert.match(printed[0] ?? '', /^opted\.example-site\.net {2}\S+Z {2}the owner wrote to us$/);
    assert.equal((await admin('opt-out remove opted.example-site.net')).code, 0);
    assert.equal((await admin('opt-out remove opted.example-site.net')).code, 1);
    assert.deepEqual((await admin('opt-out list')).printed, []);
  });

  for (const line of [
    '',
    'constructor',
    'create-account',
    'create-account nobody',
    'create-account a@example.com --plan gold',
    'create-account a@example.com --force',
    'create-key a@example.com --scope everything',
    'set-plan a@example.com gold',
    'revoke-key x',
    'opt-out',
    'opt-out add example.net',
    'opt-out add 192.0.2.1/33 because',
    'list-keys a@example.com b@example.com',
  ]) {
    test(`"${line}" is an invalid command line, and the usage is shown`, async () => {
      const { code, complaint, printed } = await admin(line);
      assert.equal(code, 2);
      assert.match(complaint, /Usage: npm run admin -- /);
      assert.deepEqual(printed, []);
    });
  }
});

// beside.slow.test.ts has the commands beside a running service.
test('the embedded database is also used while no service runs it, and the next service has what was done', async (t) => {
  const dataDir = await preparedDirectory();
  const admin = adminOn({ PERIMETER_DATA_DIR: dataDir });
  assert.equal((await admin('create-account operator@example.com')).code, 0);
  assert.equal((await admin('set-plan operator@example.com team')).code, 0);
  const { printed } = await admin('create-key operator@example.com');
  const service = await startService(testSettings(dataDir), deterministicEngine(1), lazily);
  t.after(service.stop);
  const answer = await service.http.inject({ url: '/api/account', headers: { authorization: `Bearer ${printed[1]}` } });
  assert.equal(answer.statusCode, 200, 'the command and the service share the secret in the directory');
  assert.equal(Object(answer.json()).plan, 'team');
});
