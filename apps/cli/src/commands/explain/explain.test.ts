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

test('a mistyped check, command or shell gets a suggestion', async () => {
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
    // Bash warns on standard error of a locale that this machine lacks, such as one that SSH brought along.
    const { stdout, stderr } = spawnSync('env', ['LC_ALL=C', 'bash', '-c', ask], { encoding: 'utf8' });
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
  assert.deepEqual(completed('perimeter', 'audit', '-f', 'sa'), ['sarif']);
  assert.deepEqual(completed('perimeter', 'audit', '--fail-on', '=', 'h'), ['high']);
  assert.deepEqual(completed('perimeter', 'audit', '--fail-on', '=').length, 5);
  assert.deepEqual(completed('perimeter', 'accept', 'pr'), ['prune']);
  assert.deepEqual(completed('perimeter', 'baseline', 'cr'), ['create']);
  assert.deepEqual(completed('perimeter', 'report', 'convert', 'con'), ['']);
  assert.deepEqual(completed('perimeter', 'accept', 'add', 'hsts-mis'), ['hsts-missing']);
});

/** Lines as typed before pressing Tab, and all expected completions. */
const typed: readonly (readonly [string, readonly string[]])[] = [
  ['perimeter au', ['audit']],
  ['perimeter --v', ['--version']],
  ['perimeter audit --sa', ['--save-evidence']],
  ['perimeter audit --fail-on h', ['high']],
  ['perimeter audit --fail-on=h', ['high']],
  ['perimeter audit -f sa', ['sarif']],
  ['perimeter explain hsts-mis', ['hsts-missing']],
  ['perimeter accept add hsts-mis', ['hsts-missing']],
  ['perimeter baseline cr', ['create']],
  ['perimeter report con', ['convert']],
  ['perimeter report convert con', []],
];

/** zsh's completions of the lines without a terminal: calls its completion functions and prints what they offer. */
const zshAsked = (line: string): string => {
  const words = line.split(' ');
  return `words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; PREFIX='${words.at(-1)}'; offered=(); _perimeter; print -rl -- \${(M)offered:#$PREFIX*}`;
};
const zshStandIns =
  'compdef() { :; }; _files() { :; }; compset() { PREFIX=${PREFIX#*=}; }; compadd() { shift; offered+=($@); }';

const asked: Readonly<Record<string, (source: string, line: string) => readonly string[]>> = {
  zsh: (source, line) => ['-f', '-c', `${zshStandIns}\n${source}\n${zshAsked(line)}`],
  fish: (source, line) => ['--no-config', '-c', `${source}\ncomplete -C '${line}'`],
  pwsh: (source, line) => [
    '-NoProfile',
    '-Command',
    `${source}\n(TabExpansion2 '${line}').CompletionMatches.CompletionText`,
  ],
};

for (const [shell, argumentsFor] of Object.entries(asked))
  test(`the script of ${shell} has every command, and completes if the shell is installed`, async (t) => {
    const source = await script(shell);
    for (const [line, expected] of typed) {
      const { error, stdout, stderr } = spawnSync(shell, argumentsFor(source, line), {
        cwd: import.meta.dirname,
        encoding: 'utf8',
      });
      if (error !== undefined) return t.diagnostic(`not run by ${shell}, which is not on this machine`);
      const words = stdout.split('\n').flatMap((one) => one.split('\t')[0]?.replace(/^--[a-z-]+=/u, '') || []);
      assert.deepEqual([words, stderr], [expected, ''], line);
    }
  });
