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
    assert.ok(stdout.replaceAll(/ *\n? {2,}/gu, ' ').includes(`${exit.code} ${exit.meaning}`));
  for (const command of ['audit', 'checks', 'doctor', 'help']) assert.ok(stdout.includes(`\n  ${command} `));
  assert.equal((await runCommandLine(['audit', '--help'])).stdout, await helpOn('audit'));
  assert.equal((await runCommandLine(['help', 'checks'])).stdout, await helpOn('checks'));
});

/** An option with its values, or a single word behind the command's name: these are not broken. */
const isWhole = (line: string): boolean => /^ +\S+(?: \S+)?(?: \\)?$/u.test(line);

test('no help is wider than 80 columns, nor than 40 where its words allow it', async () => {
  for (const columns of [80, 40])
    for (const text of await Promise.all(commands.map(async (command) => helpOn(command, columns))))
      for (const line of text.split('\n'))
        assert.ok(line.length <= columns || (columns === 40 && isWhole(line)), `${columns}: ${line}`);
});

test('a long example goes on behind a backslash, and a long usage below itself', async () => {
  assert.match(await helpOn('audit', 80), / {2}perimeter audit .* --output report\.json \\\n {4}--min-grade B\n/u);
  assert.match(await helpOn('accept', 80), /^Usage: perimeter accept add .*[^\\]\n {9}--expires DAY\n {7}perimeter/mu);
});

test('help fills the terminal that it is read on, and no more than 80 columns', async () => {
  const widths = await Promise.all(
    ['40', '80', '200'].map(async (COLUMNS) => {
      const { stdout } = await runCommandLine(['verify', '--help'], { env: { COLUMNS } });
      return Math.max(...stdout.split('\n').map(({ length }) => length));
    }),
  );
  assert.deepEqual(widths, [40, 80, 80]);
  assert.match((await runCommandLine(['help', 'verify'])).stdout, /^ {6}--tsa-ca FILE {14}PEM file with trusted/mu);
});

for (const shell of ['bash', 'zsh', 'fish', 'pwsh'])
  test(`the completion of ${shell} has the values of options as help has them, and no hidden option`, async () => {
    const { stdout } = await runCommandLine(['completion', shell]);
    for (const values of [/a4\W+us-letter/u, /strict\W+browser/u, /A\+\W+A\W+B/u, /sarif\W+junit/u])
      assert.match(stdout, values);
    assert.doesNotMatch(stdout, /authority|api-key[ ']|FORMAT|FILE/u);
  });
