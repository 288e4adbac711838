import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { modules } from '@perimeter/engine/modules/registry';
import { commands } from '../arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import { helpOn } from '../help.ts';
import { runCommandLine } from '../testing/command-line.ts';

test('checks as JSON has every check of the registry with all its facts', async () => {
  const { code, stdout } = await runCommandLine(['checks', '--format', 'json']);
  const checks: Record<string, unknown>[] = JSON.parse(stdout);
  assert.equal(code, 0);
  assert.deepEqual(
    checks.map(({ id }) => id),
    modules.flatMap((module) => module.checks.map(({ id }) => id)),
  );
  const members = [
    'id',
    'module',
    'phase',
    'category',
    'mode',
    'title',
    'finding',
    'cvss',
    'score',
    'severity',
    'cwe',
    'references',
    'needs',
  ];
  for (const check of checks) assert.deepEqual(Object.keys(check), members);
});

test('checks as a table names every check', async () => {
  const { stdout } = await runCommandLine(['checks']);
  for (const { checks } of modules) for (const { id } of checks) assert.ok(stdout.includes(id), id);
});

test('the schema is the one of the documentation', async () => {
  const { code, stdout } = await runCommandLine(['schema']);
  assert.equal(code, 0);
  assert.equal(stdout, readFileSync(path.resolve(import.meta.dirname, '../../../../docs/report.schema.json'), 'utf8'));
});

test('the help lists every exit code and every command', async () => {
  const { code, stdout } = await runCommandLine(['--help']);
  assert.equal(code, 0);
  for (const exit of Object.values(exitCodes))
    assert.ok(stdout.replaceAll(/\n {3,}(?=[a-z])/gu, ' ').includes(`${exit.code}  ${exit.meaning}`));
  for (const command of ['audit', 'checks', 'doctor', 'help']) assert.ok(stdout.includes(`perimeter ${command}`));
  assert.equal((await runCommandLine(['audit', '--help'])).stdout, helpOn('audit'));
  assert.equal((await runCommandLine(['help', 'checks'])).stdout, helpOn('checks'));
});

test('no help is wider than 80 columns, except for commands to copy', () => {
  for (const topic of commands)
    for (const line of (helpOn(topic) ?? '').split('\n'))
      assert.ok(line.length <= 80 || /^ {2}perimeter /u.test(line), line);
});
