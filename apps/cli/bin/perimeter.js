#!/usr/bin/env node
// Plain JavaScript, because any Node.js version may start it; the one that npm ci installed then runs the command line.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = new URL('../src/main.ts', import.meta.url);
const { platform, arch, versions } = process;

/** The Node.js that the lock file pins; null if npm installed none for this platform. */
function pinnedRuntime() {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = platform === 'win32' ? 'node.exe' : 'node';
  return folders.map((folder) => join(folder, name, 'bin', file)).find((path) => existsSync(path)) ?? null;
}

/** Runs the command line in a child process, and exits as that does. */
function runUnder(runtime) {
  const child = spawn(runtime, [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' });
  const isTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A terminal sends Ctrl-C to both processes.
  process.on('SIGINT', () => isTerminal || child.kill('SIGINT'));
  child.on('error', () => fail());
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail() {
  process.stderr.write(
    `perimeter: Node.js 24 is required, and this is ${versions.node}. Run npm ci in the folder of Perimeter, which installs it.\n`,
  );
  process.exitCode = 2;
}

if (Number.parseInt(versions.node, 10) >= 24) await import(program.href);
else {
  const runtime = pinnedRuntime();
  if (runtime === null) fail();
  else runUnder(runtime);
}
