import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { insideLab, labAvailable, waitSideBySide } from '../harness.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const available = labAvailable();
const skip = insideLab ? 'a lab cannot run inside the lab' : available.available ? false : available.reason;

/** The kernel ends them within milliseconds; what takes this long stays. */
const goneMs = 60_000;

const labs: ChildProcess[] = [];
after(() => {
  for (const lab of labs) lab.kill('SIGKILL');
});

function start(...args: readonly string[]): ChildProcess {
  const lab = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  labs.push(lab);
  return lab;
}

const codeOf = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.on('exit', resolve));

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())));
}

async function goneOrTimeout(pid: number): Promise<void> {
  for (const deadlineMs = performance.now() + goneMs; existsSync(`/proc/${pid}`) && performance.now() < deadlineMs;)
    await sleep(10);
}

function childrenOf(pid: number): readonly number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return listed
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
}

// Each lab is alone in its namespaces.
waitSideBySide('labs', () => {
  test('a command in the lab ends the lab with its own exit code', { skip }, async () => {
    const commands = [['sh', '-c', 'exit 7'], ['no-such-command']];
    const codes = commands.map(async (command) => codeOf(start('--only', 'services', ...command)));
    assert.deepEqual(await Promise.all(codes), [7, 127]);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    test(`nothing of the lab is left after ${signal} to what started it`, { skip }, async () => {
      const lab = start('--only', 'services', 'sh', '-c', 'readlink /proc/self/ns/pid; exec sleep 60');
      const namespace = await firstLine(lab);
      assert.match(namespace, /^pid:\[\d+\]$/);
      const [launcher = 0] = childrenOf(lab.pid ?? 0);
      const [first = 0] = childrenOf(launcher);
      assert.ok(existsSync(`/proc/${first}`));
      lab.kill(signal);
      await codeOf(lab);
      for (const pid of [first, launcher]) await goneOrTimeout(pid);
      assert.deepEqual(
        [first, launcher].filter((pid) => existsSync(`/proc/${pid}`)),
        [],
      );
    });
  }
});
