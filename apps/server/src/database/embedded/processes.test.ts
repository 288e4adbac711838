import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { findProcess } from './processes.ts';

const hasPs = existsSync('/bin/ps') || existsSync('/usr/bin/ps');
const platforms = [
  ['linux', existsSync('/proc/self/stat') ? false : 'no /proc'],
  ['darwin', hasPs ? false : 'no ps'],
] as const;

for (const [platform, skip] of platforms) {
  test(`on ${platform} a live process is found with its command and a stable mark`, { skip }, async () => {
    const found = await findProcess(process.pid, platform);
    assert.match(found?.command ?? '', /node/);
    assert.ok((found?.started ?? '') !== '');
    assert.deepEqual(await findProcess(process.pid, platform), found);
  });

  test(`on ${platform} a process that has ended is not found`, { skip }, async () => {
    const pid = Number(execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
    assert.equal(await findProcess(pid, platform), null);
  });

  test(`on ${platform} a zombie process is not found`, { skip }, async (t) => {
    const child = spawn('/bin/sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => child.kill('SIGKILL'));
    const [line]: unknown[] = await once(child.stdout, 'data');
    const pid = Number(String(line));
    while ((await findProcess(pid, platform)) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.doesNotThrow(() => process.kill(pid, 0), 'its number is still taken');
  });
}
