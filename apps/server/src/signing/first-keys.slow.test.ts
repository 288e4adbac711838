import { auditStarted } from '@perimeter/contract/audit';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../database/embedded/start.ts';
import { startService } from '../process/service.ts';
import { startProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { childrenOf } from '../testing/server-processes.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

async function keysIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    `select role || ' ' || status as key from signing_keys order by role, status`,
  );
  await client.end();
  return rows.map(({ key }) => key);
}

const waitForKeys = async (url: string): Promise<string[]> => {
  for (const deadlineMs = performance.now() + 120_000; performance.now() < deadlineMs;) {
    const keys = await keysIn(url);
    if (keys.length > 0) return keys;
    await sleep(100);
  }
  return [];
};

/** A number of an advisory lock that nothing else takes. */
const heldLock = 34_343;

/**
 * Blocks the transaction that stores keys between root and signer; returns functions to await that and to release it.
 */
async function holdBetweenKeys(url: string): Promise<{ untilHeld: () => Promise<void>; release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${heldLock}); return new; end $$;
    create trigger wait_for_test before insert on signing_keys for each row when (new.role = 'signer')
      execute function wait_for_test();
    select pg_advisory_lock(${heldLock})`);
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${heldLock} and not granted`;
  return {
    untilHeld: async () => {
      while ((await client.query(waiting)).rowCount === 0) await sleep(20);
    },
    release: async () => {
      await client.query(`select pg_advisory_unlock(${heldLock})`);
      // Waits until the blocked transaction has ended.
      await client.query('drop trigger wait_for_test on signing_keys');
      await client.end();
    },
  };
}

describe('the first start', () => {
  test('of several processes at once creates one set of keys without a request, and a kill half-way creates none', async (t) => {
    const server = await startEmbedded(await preparedDirectory());
    t.after(server.stop);
    const { host, user, database } = server.connection;
    const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
    const env = { DATABASE_URL: url, PERIMETER_ROLE: 'api' };
    const { untilHeld, release } = await holdBetweenKeys(url);
    const killed = await startProcess(env);
    await untilHeld();
    await killed.end('SIGKILL');
    await release();
    assert.deepEqual(await keysIn(url), []);
    // What makes these processes of their own is their connections.
    const settings = testSettings('', { ...env, PERIMETER_SECRET: 'a secret that all processes of a test share' });
    const racing = await Promise.all([0, 1].map(async () => startService(settings, deterministicEngine(1), lazily)));
    const stop = async () => Promise.all(racing.map(async (one) => one.stop()));
    const rootOf = async ({ http }: (typeof racing)[0]) =>
      (await http.inject('/.well-known/perimeter-signing/root.pem')).body;
    let root = '';
    try {
      assert.deepEqual(await waitForKeys(url), ['root active', 'signer active']);
      const [first = '', ...others] = await Promise.all(racing.map(rootOf));
      assert.deepEqual(others, [first]);
      root = first;
    } finally {
      await stop();
    }
    // A process that stops has either stored its keys or discarded them.
    assert.deepEqual(await keysIn(url), ['root active', 'signer active']);
    const again = await startService(settings, deterministicEngine(1), lazily);
    t.after(again.stop);
    assert.match(root, /BEGIN CERTIFICATE/u);
    assert.equal(await rootOf(again), root);
  });
});

const chunkBytes = 16 * 1024 * 1024;

/** Which of these byte strings occur in a process's writable memory; all that are there, or the search ends with the first. */
function foundInMemory(
  pid: number,
  needles: Readonly<Record<string, Buffer>>,
  search: 'all' | 'first' = 'all',
): string[] {
  const found = new Set<string>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(chunkBytes);
  for (const [, start = '', end = ''] of readFileSync(`/proc/${pid}/maps`, 'latin1').matchAll(
    /^([0-9a-f]+)-([0-9a-f]+) rw/gm,
  )) {
    const [from, to] = [BigInt(`0x${start}`), BigInt(`0x${end}`)];
    for (let at = from; at < to; at += BigInt(chunkBytes - 4_096)) {
      if (search === 'first' && found.size > 0) break;
      let length = 0;
      try {
        length = readSync(memory, chunk, 0, Number(to - at < BigInt(chunkBytes) ? to - at : BigInt(chunkBytes)), at);
      } catch {
        continue;
      }
      for (const [name, needle] of Object.entries(needles))
        if (chunk.subarray(0, length).includes(needle)) found.add(name);
    }
  }
  closeSync(memory);
  return [...found].toSorted();
}

const readable = process.platform === 'linux' && process.getuid?.() === 0;

test(
  'the signing key is in no log, and nowhere in the memory of the typesetting process',
  { skip: readable ? false : 'memory of others is read by root on Linux' },
  async (t) => {
    const now = Math.floor(Date.now() / 1_000);
    const root = await createSigningRoot(now);
    const signer = await createSigner(root, now);
    const folder = await temporaryDirectory();
    const pem = (der: Uint8Array): string => new X509Certificate(der).toString();
    const [chain, key] = [path.join(folder, 'chain.pem'), path.join(folder, 'key.pem')];
    const passphrase = 'the passphrase of the signing key';
    const secret = 'the secret of a service that seals documents';
    writeFileSync(chain, pem(signer.certificate) + pem(root.certificate));
    writeFileSync(
      key,
      signer.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString(),
    );
    const service = await startProcess({
      PERIMETER_DATA_DIR: await preparedDirectory(),
      PERIMETER_LOG_LEVEL: 'trace',
      PERIMETER_SECRET: secret,
      PERIMETER_SIGNING_CERTIFICATE: chain,
      PERIMETER_SIGNING_KEY: key,
      PERIMETER_SIGNING_PASSPHRASE: passphrase,
      TEST_PHASE_MS: '1',
    });
    t.after(async () => service.end('SIGKILL'));
    const send = async (method: string, where: string, body?: unknown, cookie = '') =>
      fetch(`${service.url}${where}`, {
        method,
        headers: { 'content-type': 'application/json', origin: service.url, cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    while (!service.printed().includes('setup token: ')) await sleep(10);
    const setupToken = /setup token: (\S+)/.exec(service.printed())?.[1];
    const made = await send('POST', '/api/account', {
      email: 'one@example.com',
      password: 'four words of a holder',
      setupToken,
    });
    const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? '';
    const started = await send('POST', '/api/audit/start', { domain: 'sealed.net' }, cookie);
    const { id } = auditStarted.parse(await started.json());
    let pdf = await send('GET', `/api/audit/${id}/report/pdf`, undefined, cookie);
    while (pdf.status === 409) {
      await sleep(50);
      pdf = await send('GET', `/api/audit/${id}/report/pdf`, undefined, cookie);
    }
    assert.equal(pdf.status, 200);

    const { p = '', d = '' } = signer.key.export({ format: 'jwk' });
    const [prime, exponent] = [Buffer.from(p, 'base64url'), Buffer.from(d, 'base64url')];
    const plain = signer.key.export({ type: 'pkcs8', format: 'der' });
    const needles = {
      prime: prime.subarray(0, 64),
      // In OpenSSL's representation of big numbers.
      'prime, little end first': Buffer.from(prime.toReversed().subarray(0, 64)),
      exponent: exponent.subarray(-64),
      'exponent, little end first': Buffer.from(exponent.toReversed().subarray(0, 64)),
      passphrase: Buffer.from(passphrase),
      secret: Buffer.from(secret),
    };
    const kid = createHash('sha256').update(signer.certificate).digest('hex');
    const { pid = 0 } = service.child;
    const renderers = childrenOf(pid).filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'latin1').includes('rendering/child'),
    );
    const [renderer = 0] = renderers;
    assert.equal(renderers.length, 1);
    assert.deepEqual(
      foundInMemory(renderer, { ...needles, kid: Buffer.from(kid) }),
      ['kid'],
      'it knows whose key, and no key',
    );
    const asOpenssl = { prime: needles['prime, little end first'] };
    assert.deepEqual(
      foundInMemory(pid, asOpenssl, 'first'),
      ['prime'],
      'the way of searching finds the key where it is',
    );
    assert.equal(readFileSync(`/proc/${renderer}/environ`, 'latin1').includes('PERIMETER'), false);
    await service.end('SIGTERM');
    const said = service.printed() + service.logged();
    assert.match(said, /"level":(10|20|30)/, 'there is a log');
    for (const secretText of [
      passphrase,
      secret,
      p,
      d,
      plain.toString('base64').slice(40, 140),
      plain.toString('hex').slice(40, 140),
      'PRIVATE KEY',
    ])
      assert.equal(said.includes(secretText), false);
  },
);
