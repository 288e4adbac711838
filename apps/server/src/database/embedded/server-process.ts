import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { commandAs, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { EmbeddedPaths } from './paths.ts';

/** One run of the server. */
export interface ServerProcess {
  /** Settles when the run has ended, however it ended. */
  exited: Promise<void>;
  hasExited: () => boolean;
  /** Requests a fast shutdown: open transactions are rolled back, committed data are kept. */
  end: () => void;
  /** The server's log of this run. */
  logged: () => Promise<string>;
}

/** What a run needs. */
export interface ServerRun {
  paths: EmbeddedPaths;
  binaries: Binaries;
  account: Account;
  socketDirectory: string;
  /** cluster_name, which identifies our server among others at the same socket. */
  name: string;
}

/**
 * Descriptor 3 is a pipe whose other end only this process holds. When this process ends, even by SIGKILL, read returns
 * and the server gets SIGINT: a fast shutdown. If the server ends first, the watchdog is ended before the server's
 * process id is reused.
 */
const watchdog =
  '"$@" </dev/null 3<&- & server=$!; (read -r _; kill -INT $server) <&3 & reader=$!; trap "" INT TERM HUP; ' +
  'wait $server; status=$?; kill $reader 2>/dev/null; exit $status';

const serverOptions = (run: ServerRun): string[] =>
  [
    'listen_addresses=',
    `unix_socket_directories=${run.socketDirectory}`,
    `cluster_name=${run.name}`,
    'max_connections=60',
    'shared_buffers=64MB',
    'io_method=sync',
    'wal_level=minimal',
    'max_wal_senders=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
  ].flatMap((setting) => ['-c', setting]);

const maxLogBytes = 4 * 1024 * 1024;

function openLog(log: string): { descriptor: number; offset: number } {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(log, `${log}.1`);
  return { descriptor: openSync(log, 'a', 0o600), offset: size > maxLogBytes ? 0 : size };
}

function endOf(child: ChildProcess): { exited: Promise<void>; hasExited: () => boolean } {
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    const settle = (): void => {
      gone = true;
      resolve();
    };
    child.once('exit', settle);
    child.once('error', settle);
  });
  return { exited, hasExited: () => gone };
}

/** Starts the server with its watchdog. */
export function launch(run: ServerRun): ServerProcess {
  const log = openLog(run.paths.log);
  const server = commandAs(run.account, run.binaries.postgres, ['-D', run.paths.data, ...serverOptions(run)]);
  const child = spawn('/bin/sh', ['-c', watchdog, 'sh', server.file, ...server.args], {
    ...server.ids,
    // In a separate session, so that Ctrl-C at the terminal reaches only this process, which stops the server in order.
    detached: true,
    cwd: '/',
    stdio: ['ignore', log.descriptor, log.descriptor, 'pipe'],
  });
  closeSync(log.descriptor);
  const lifeline = child.stdio[3];
  lifeline?.on('error', () => undefined);
  return {
    ...endOf(child),
    end: () => {
      if (lifeline !== null && lifeline !== undefined && 'end' in lifeline) lifeline.end('\n');
    },
    logged: async () => (await readFile(run.paths.log)).subarray(log.offset).toString('utf8'),
  };
}
