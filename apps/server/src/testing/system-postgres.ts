import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseAccount, commandAs, type Account } from '../database/embedded/account.ts';
import { temporaryDirectory } from './temporary.ts';

const run = promisify(execFile);
const debianHome = '/usr/lib/postgresql';
const oldestMajor = 15;

/** A PostgreSQL server of this system's own packages, on loopback with a password, in a directory of its own. */
export interface SystemPostgres {
  url: string;
  /** Ends the server as if the machine had gone: every process of it by SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again on the same port and data. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Directory of the oldest installed PostgreSQL from 15 on; null when the system has none. */
export function findSystemPostgres(): string | null {
  if (!existsSync(debianHome)) return null;
  const majors = readdirSync(debianHome)
    .map(Number)
    .filter((major) => major >= oldestMajor)
    .toSorted((a, b) => a - b);
  const found = majors.map((major) => path.join(debianHome, String(major), 'bin'));
  return found.find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null;
}

/** Why tests that need it are skipped; false when they are not. */
export const systemPostgresMissing: string | false =
  findSystemPostgres() === null
    ? 'There is no PostgreSQL 15 or later under /usr/lib/postgresql (apt-get install postgresql-15)'
    : false;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port');
  return address.port;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Layout {
  bin: string;
  data: string;
  port: number;
  account: Account;
}

async function makeLayout(password: string): Promise<Layout> {
  const bin = findSystemPostgres();
  if (bin === null) throw new Error(String(systemPostgresMissing));
  const home = await temporaryDirectory();
  const directory = path.join(home, 'system');
  await mkdir(directory, { mode: 0o700 });
  const passwordFile = path.join(directory, 'password');
  await writeFile(passwordFile, password);
  const binaries = { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb'), major: '' };
  const account = await chooseAccount(binaries, directory);
  const data = path.join(directory, 'data');
  const options = [
    '-D',
    data,
    '-U',
    'app',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
  ];
  const { file, args, ids } = commandAs(account, binaries.initdb, options);
  await run(file, args, { ...ids, cwd: '/' });
  return { bin, data, port: await freePort(), account };
}

function launch({ bin, data, port, account }: Layout): ChildProcess {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const options = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const { file, args, ids } = commandAs(account, path.join(bin, 'postgres'), options);
  return spawn(file, args, { ...ids, cwd: '/', stdio: 'ignore', detached: true });
}

/** Starts a server that nobody else uses; it ends with stop, or with this process at the latest. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const password = randomBytes(12).toString('hex');
  const layout = await makeLayout(password);
  const url = `postgres://app:${password}@127.0.0.1:${layout.port}/postgres`;
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  };
  process.once('exit', () => child?.kill('SIGQUIT'));
  const start = async (): Promise<void> => {
    child = launch(layout);
    for (let tries = 0; !(await answers(url)); tries += 1) {
      if (tries > 600 || child.exitCode !== null) throw new Error('The database server does not start');
      await sleep(50);
    }
  };
  await start();
  // The server's children end by themselves when their parent is gone.
  return { url, start, kill: async () => end('SIGKILL'), stop: async () => end('SIGINT') };
}
