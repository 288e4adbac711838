import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import pg from 'pg';
import { nobody } from '../../settings/nobody.ts';
import { startProcess } from '../../testing/child.ts';
import { preparedDirectory } from '../../testing/database.ts';
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

const pidFile = (dataDir: string): string => path.join(dataDir, 'postgres/data/postmaster.pid');
const pidOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(pidFile(dataDir), 'utf8')).split('\n', 1)[0]);

// Each test has its own data directory and mostly waits; a directory is fresh only where its initialization is the point.
describe('the embedded database', { concurrency: 3 }, () => {
  test('a fresh directory becomes a database that keeps its data after a restart, and an incomplete initialization is removed', async (t) => {
    const dataDir = await temporaryDirectory();
    const incomplete = path.join(dataDir, 'postgres/init-999999999');
    await mkdir(path.join(incomplete, 'base'), { recursive: true });
    const first = await startEmbedded(dataDir);
    assert.equal(existsSync(incomplete), false);
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

  test(
    'root runs it as a separate user, and may move a data directory from a public place to a private one and back',
    { skip: !asRoot && 'not root' },
    async () => {
      const dataDir = await preparedDirectory();
      for (const mode of [0o755, 0o700, 0o755]) {
        await chmod(dataDir, mode);
        const server = await startEmbedded(dataDir);
        await query(server, 'select 1');
        const status = await readFile(`/proc/${await pidOf(dataDir)}/status`, 'utf8');
        const users = /^Uid:\t(.*)$/m.exec(status)?.[1]?.split('\t');
        // In a private place it is root outside of a user namespace, and another user within.
        if (mode === 0o755) assert.deepEqual(new Set(users), new Set([String(nobody().uid)]));
        await server.stop();
      }
    },
  );

  test('with a path that is too long for a socket, a short temporary path is used', async (t) => {
    const dataDir = path.join(await temporaryDirectory(), 'x'.repeat(100));
    await mkdir(dataDir);
    await rename(path.join(await preparedDirectory(), 'postgres'), path.join(dataDir, 'postgres'));
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
    const dataDir = await preparedDirectory();
    await writeFile(pidFile(dataDir), `${process.pid}\n/nowhere\n1\n5432\n\n\n\n`);
    const server = await started(t, dataDir);
    assert.deepEqual(await query(server, 'select 1'), [1]);
  });

  test('a killed server restarts with all committed data', async (t) => {
    const dataDir = await preparedDirectory();
    const restarted = Promise.withResolvers<void>();
    const server = await startEmbedded(dataDir, (error) =>
      error === null ? restarted.resolve() : restarted.reject(error),
    );
    t.after(server.stop);
    await query(server, 'create table kept as select 7 as n');
    process.kill(await pidOf(dataDir), 'SIGKILL');
    await restarted.promise;
    assert.deepEqual(await query(server, 'select n from kept'), [7]);
  });

  test('of simultaneous starts one gets the directory, and a later one is refused at once, naming its process', async (t) => {
    const dataDir = await preparedDirectory();
    const starts = await Promise.allSettled([1, 2].map(async () => startProcess({ PERIMETER_DATA_DIR: dataDir })));
    const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    t.after(async () => Promise.all(running.map(async ({ end }) => end('SIGTERM'))));
    assert.equal(running.length, 1);
    for (const start of starts) if (start.status === 'rejected') assert.match(String(start.reason), /in use by/);
    await assert.rejects(startEmbedded(dataDir), {
      name: 'StartError',
      message: new RegExp(`in use by process ${running[0]?.child.pid}$`),
    });
  });
});
