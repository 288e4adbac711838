// All that writes to standard output. By day launcher.slow.test.ts has the command that loads nothing, and the one that writes most.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const bin = path.resolve(import.meta.dirname, '../../bin/perimeter.js');
const run = (script: string) =>
  spawnSync('bash', ['-c', `"${process.execPath}" "${bin}" ${script}`], { encoding: 'utf8' });

test('a full disk is exit code 2 with one sentence for every command', () => {
  for (const args of ['--version', 'help', 'checks', 'checks --format json', 'schema', 'explain hsts-missing']) {
    const { status, stderr } = run(`${args} > /dev/full`);
    assert.deepEqual([status, stderr], [2, 'perimeter: Cannot write to standard output: the disk is full\n'], args);
  }
  assert.equal(run('accept list > /dev/full 2> /dev/full').status, 2);
});
