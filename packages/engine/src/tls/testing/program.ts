import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, closedAtEnd } from './local-server.ts';

/** Programs start within a second; only a hanging one takes this long. */
const startMs = 60_000;
const everyMs = 20;
/** The state LISTEN in /proc/net/tcp. */
const listens = '0A';

/** Inodes of the sockets that a process has open. */
function socketsOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  const inodes = readdirSync(folder).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.slice(1) ?? [];
    } catch {
      return []; // closed meanwhile
    }
  });
  return new Set(inodes);
}

function portInProc(pid: number): number | null {
  const own = socketsOf(pid);
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1);
  for (const row of rows) {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    if (state === listens && own.has(inode)) return Number.parseInt(local.split(':')[1] ?? '', 16);
  }
  return null;
}

function portByLsof(pid: number): number | null {
  try {
    const args = ['-nP', '-a', '-p', String(pid), '-i4TCP', '-sTCP:LISTEN', '-Fn'];
    const port = /^n.*:(\d+)$/m.exec(execFileSync('lsof', args, { encoding: 'utf8' }))?.[1];
    return port === undefined ? null : Number(port);
  } catch {
    return null; // lsof fails where there is nothing to list
  }
}

/** The TCP port at which a process listens; null while there is none. */
const listeningPort = (pid: number): number | null => (existsSync('/proc/net/tcp') ? portInProc(pid) : portByLsof(pid));

/** Waits until a process listens; rejects when it ends first. */
async function untilListening(child: ChildProcess): Promise<number> {
  for (let waitedMs = 0; waitedMs < startMs; waitedMs += everyMs) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) throw new Error('It ended');
    const port = listeningPort(child.pid);
    if (port !== null) return port;
    await sleep(everyMs);
  }
  throw new Error('It does not listen');
}

/**
 * Another program as a server. Its arguments name port 0, so that the system assigns a free port, which is then read
 * from the system because the program does not print it. behind: takes its input and output.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  behind?: (input: Writable, output: Readable) => void,
): Promise<LocalServer> {
  const stdio = behind === undefined ? 'ignore' : 'pipe';
  const child = spawn(command, args, { stdio: [stdio, stdio, 'pipe'] });
  if (child.stdin !== null && child.stdout !== null) behind?.(child.stdin, child.stdout);
  let complaint = '';
  child.on('error', (error) => (complaint = error.message));
  child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
  const close = closedAtEnd(() => void child.kill('SIGKILL'));
  try {
    return { port: await untilListening(child), close };
  } catch (error) {
    close();
    throw new Error(`Starting ${command}: ${complaint}`, { cause: error });
  }
}
