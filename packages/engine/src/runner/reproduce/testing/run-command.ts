import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** A command that runs longer hangs. */
const longestMs = 240_000;

/** Concurrent commands: most wait for servers. */
let free = 8;
const waiting: (() => void)[] = [];

async function taken(): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function release(): void {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}

/** The output of a shell with the command, in its own folder; its input stays open, as in a terminal. */
async function show(command: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reproduce-'));
  const trusted = process.env['NODE_EXTRA_CA_CERTS'];
  const child = spawn('/bin/sh', ['-c', `(${command}\n) 2>&1`], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...(trusted === undefined ? {} : { SSL_CERT_FILE: trusted }) },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let wasCut = false;
  const timer = setTimeout(() => {
    wasCut = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, longestMs);
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearTimeout(timer);
  await rm(folder, { recursive: true });
  return wasCut ? `${output}\n(did not end within ${longestMs / 1000} s)` : output;
}

async function run(command: string): Promise<string> {
  await taken();
  try {
    return await show(command);
  } finally {
    release();
  }
}

const shown = new Map<string, Promise<string>>();

/** The output of a command, which runs once however many checks print it. */
export function outputOf(command: string): Promise<string> {
  const output = shown.get(command) ?? run(command);
  shown.set(command, output);
  return output;
}
