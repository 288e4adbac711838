import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseAccount, commandAs, type Account } from '../../database/embedded/account.ts';
import { temporaryDirectory } from '../temporary.ts';

const run = promisify(execFile);
const debianHome = '/usr/lib/postgresql';
const oldestMajor = 15;
/** It starts within two seconds; only an overloaded machine takes this long. */
const startMs = 120_000;

/**
 * A PostgreSQL server from the system's packages, with a password, in a separate directory. It listens only on a socket
 * in that directory: PostgreSQL cannot choose a free port itself, and one chosen for it may be taken meanwhile.
 */
export interface SystemPostgres {
  url: string;
  /** Ends the server as if the machine had failed: SIGKILL to all its processes. */
  kill: () => Promise<void>;
  /** Restarts it on the same socket and data. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The directory of the oldest installed PostgreSQL from version 15; null if there is none. */
export function findSystemPostgres(): string | null {
  if (!existsSync(debianHome)) return null;
  const majors = readdirSync(debianHome)
    .map(Number)
    .filter((major) => major >= oldestMajor)
    .toSorted((a, b) => a - b);
  const found = majors.map((major) => path.join(debianHome, String(major), 'bin'));
  return found.find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null;
}

/** Why tests that need it are skipped; false if they are not. */
export const systemPostgresMissing: string | false =
  findSystemPostgres() === null
    ? 'There is no PostgreSQL 15 or later under /usr/lib/postgresql (apt-get install postgresql-15)'
    : false;

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
  /** The directory of data and socket. */
  directory: string;
  account: Account;
}

const dataOf = (directory: string): string => path.join(directory, 'data');

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
  const options = [
    '-D',
    dataOf(directory),
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
  return { bin, directory, account };
}

function launch({ bin, directory, account }: Layout): ChildProcess {
  const settings = ['listen_addresses=', `unix_socket_directories=${directory}`, 'max_connections=200'];
  const options = ['-D', dataOf(directory), ...settings.flatMap((setting) => ['-c', setting])];
  const { file, args, ids } = commandAs(account, path.join(bin, 'postgres'), options);
  return spawn(file, args, { ...ids, cwd: '/', stdio: 'ignore', detached: true });
}

/** Starts a server for this test; it ends with stop, or at the latest with this process. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const password = randomBytes(12).toString('hex');
  const layout = await makeLayout(password);
  const url = `postgres://app:${password}@${encodeURIComponent(layout.directory)}/postgres`;
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
    for (const deadlineMs = performance.now() + startMs; !(await answers(url));) {
      if (performance.now() > deadlineMs || child.exitCode !== null)
        throw new Error('The database server does not start');
      await sleep(50);
    }
  };
  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  // The server's child processes end by themselves when their parent has ended.
  return { url, start, kill: async () => end('SIGKILL'), stop: async () => end('SIGINT') };
}
