import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import pg from 'pg';
import { nobody } from '../../settings/nobody.ts';
import { startProcess } from '../../testing/child.ts';
import { temporaryDirectory } from '../../testing/temporary.ts';
import { startEmbedded, type EmbeddedServer } from './start.ts';

async function query(server: EmbeddedServer, text: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.flatMap((row) => Object.values(row));
  } finally {
    await client.end();
  }
}

async function started(t: TestContext, dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded(dataDir);
  t.after(server.stop);
  return server;
}

const asRoot = process.getuid?.() === 0;

// Each test has its own data directory and mostly waits.
describe('the embedded database', { concurrency: 3 }, () => {
  test('a fresh directory becomes a database that keeps its data after a restart', async (t) => {
    const dataDir = await temporaryDirectory();
    const first = await startEmbedded(dataDir);
    await query(first, 'create table kept as select 42 as n');
    await first.stop();
    const second = await started(t, dataDir);
    assert.deepEqual(await query(second, 'select n from kept'), [42]);
    assert.deepEqual(await query(second, 'show listen_addresses'), ['']);
    assert.deepEqual(await query(second, 'show fsync'), ['on']);
  });

  test('root runs it below a directory that only root may enter', { skip: !asRoot && 'not root' }, async (t) => {
    const closed = await temporaryDirectory('closed');
    const server = await started(t, path.join(closed, 'data'));
    assert.deepEqual(await query(server, 'select 1'), [1]);
  });

  test('root runs it as a separate user', { skip: !asRoot && 'not root' }, async (t) => {
    const dataDir = await temporaryDirectory();
    await chmod(dataDir, 0o755);
    await started(t, dataDir);
    const [pid = ''] = (await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    const users = /^Uid:\t(.*)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]?.split('\t');
    assert.deepEqual(new Set(users), new Set([String(nobody().uid)]));
  });

  test(
    'root may move a data directory from a public place to a private one and back',
    { skip: !asRoot && 'not root' },
    async () => {
      const dataDir = await temporaryDirectory();
      for (const mode of [0o755, 0o700, 0o755]) {
        await chmod(dataDir, mode);
        const server = await startEmbedded(dataDir);
        await query(server, 'select 1');
        await server.stop();
      }
    },
  );

  test('with a path that is too long for a socket, a short temporary path is used', async (t) => {
    const dataDir = path.join(await temporaryDirectory(), 'x'.repeat(100));
    const server = await started(t, dataDir);
    assert.ok(server.connection.host.length < 90);
    assert.deepEqual(await query(server, 'select 1'), [1]);
  });

  test('data of another major version are refused, naming both versions', async () => {
    const dataDir = await temporaryDirectory();
    await mkdir(path.join(dataDir, 'postgres/data'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres/data/PG_VERSION'), '15\n');
    await assert.rejects(startEmbedded(dataDir), {
      name: 'StartError',
      message: /created by PostgreSQL 15.*version 18 is installed/,
    });
  });

  test('a lock file whose process id belongs to another program does not prevent the start', async (t) => {
    const dataDir = await temporaryDirectory();
    const first = await startEmbedded(dataDir);
    await first.stop();
    await writeFile(path.join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n/nowhere\n1\n5432\n\n\n\n`);
    const second = await started(t, dataDir);
    assert.deepEqual(await query(second, 'select 1'), [1]);
  });

  test('an incomplete initialization is removed and repeated', async (t) => {
    const dataDir = await temporaryDirectory();
    await mkdir(path.join(dataDir, 'postgres/init-999999999/base'), { recursive: true });
    const server = await started(t, dataDir);
    assert.deepEqual(await query(server, 'select 1'), [1]);
  });

  test('a killed server restarts with all committed data', async (t) => {
    const dataDir = await temporaryDirectory();
    const restarted = Promise.withResolvers<void>();
    const server = await startEmbedded(dataDir, (error) =>
      error === null ? restarted.resolve() : restarted.reject(error),
    );
    t.after(server.stop);
    await query(server, 'create table kept as select 7 as n');
    const pid = Number((await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    process.kill(pid, 'SIGKILL');
    await restarted.promise;
    assert.deepEqual(await query(server, 'select n from kept'), [7]);
  });

  test('a directory owned by a live process is refused at once, naming the process', async (t) => {
    const dataDir = await temporaryDirectory();
    const holder = await startProcess({ PERIMETER_DATA_DIR: dataDir });
    t.after(async () => holder.end('SIGTERM'));
    await assert.rejects(startEmbedded(dataDir), {
      name: 'StartError',
      message: new RegExp(`in use by process ${holder.child.pid}$`),
    });
  });

  test('of several simultaneous starts one gets the directory', async () => {
    const dataDir = await temporaryDirectory();
    const starts = await Promise.allSettled([1, 2, 3].map(async () => startProcess({ PERIMETER_DATA_DIR: dataDir })));
    const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    await Promise.all(running.map(async ({ end }) => end('SIGTERM')));
    assert.equal(running.length, 1);
    for (const start of starts) if (start.status === 'rejected') assert.match(String(start.reason), /in use by/);
  });
});
