// Ten times as many values as by day, with the seed of the night, for properties that try many. The same files are part of the gate.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findTestFiles } from './files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { shared } = findTestFiles(root);
const broad = shared.filter((file) => /\b(?:dayRuns|testModule)\(/u.test(readFileSync(path.join(root, file), 'utf8')));

test('files with properties of many runs are found', () => assert.ok(broad.length > 20, broad.join('\n')));

for (const room of ['engine', 'protocols']) {
  test(`properties of ${room} hold for ten times as many values`, () => {
    // Node's test runner runs no files inside another test.
    const env = { ...process.env, PERIMETER_RUNS: '10', NODE_TEST_CONTEXT: undefined };
    const files = broad.filter((file) => file.startsWith(`packages/${room}/`));
    const args = ['--test', '--test-isolation=none', '--test-reporter=spec', ...files];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
}
