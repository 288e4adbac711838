import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { prose } from '@perimeter/engine/catalogue/prose.data';
import { modules } from '@perimeter/engine/modules/registry';
import { commands } from '../../arguments.ts';
import { runCommandLine } from '../../testing/command-line.ts';

test('every check is explained, with its sources', async () => {
  for (const check of modules.flatMap(({ checks }) => checks)) {
    const { code, stdout } = await runCommandLine(['explain', check.id], { env: { COLUMNS: '100' } });
    assert.equal(code, 0);
    const [first = ''] = (prose[check.id]?.why ?? '').split(/[\s`*[]+/u);
    assert.ok(stdout.includes(check.id) && stdout.includes(first), check.id);
    for (const part of ['Why it matters', 'How to fix it', 'can be accepted', 'Sources'])
      assert.ok(stdout.includes(part));
  }
});

test('a mistyped check, command and shell have a suggestion', async () => {
  for (const [argv, meant] of [
    [['explain', 'hsts-mising'], /Did you mean perimeter explain hsts-missing\?/u],
    [['explian', 'hsts-missing'], /Did you mean perimeter explain\?/u],
    [['completion', 'bahs'], /Did you mean bash\?/u],
    [['report', 'convert', 'x', '--fromat', 'csv'], /Did you mean --format\?/u],
  ] as const) {
    const { code, stderr } = await runCommandLine([...argv]);
    assert.equal(code, 2);
    assert.match(stderr, meant);
  }
});

async function script(shell: string): Promise<string> {
  const { code, stdout } = await runCommandLine(['completion', shell]);
  assert.equal(code, 0);
  for (const command of commands) assert.ok(stdout.includes(command), command);
  return stdout;
}

test('bash completes commands, options, values and checks', async () => {
  const source = await script('bash');
  const completed = (...words: string[]): string[] => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const ask = `${source}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _perimeter; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', ask], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim().split('\n');
  };
  assert.deepEqual(completed('perimeter', 'co'), ['compare', 'completion']);
  assert.deepEqual(completed('perimeter', 'audit', '--mode', ''), ['standard', 'deep']);
  assert.deepEqual(completed('perimeter', 'audit', '--sa'), ['--save-evidence']);
  assert.deepEqual(completed('perimeter', 'explain', 'hsts-mis'), ['hsts-missing']);
  assert.deepEqual(completed('perimeter', 'completion', 'p'), ['pwsh']);
  assert.deepEqual(completed('perimeter', 'audit', '--fail-on', 'h'), ['high']);
  assert.deepEqual(completed('perimeter', 'audit', '--format', 'sa'), ['sarif']);
  assert.deepEqual(completed('perimeter', 'accept', 'pr'), ['prune']);
  assert.deepEqual(completed('perimeter', 'accept', 'add', 'hsts-mis'), ['hsts-missing']);
});

for (const shell of ['zsh', 'fish', 'pwsh'])
  test(`the script of ${shell} has every command, and where the shell is installed it reads it`, async (t) => {
    const source = await script(shell);
    const flags: Record<string, string[]> = {
      zsh: ['-n'],
      fish: ['--no-execute'],
      pwsh: ['-NoProfile', '-Command', '-'],
    };
    const { status, error, stderr } = spawnSync(shell, flags[shell] ?? [], { input: source, encoding: 'utf8' });
    if (error !== undefined) return t.diagnostic(`not read by ${shell}, which is not on this machine`);
    assert.equal(status, 0, stderr);
  });
