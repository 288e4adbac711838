import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { codeLines } from './code-lines.ts';

const texts = (line: string, language: string): string[] => codeLines([line], language).map(({ text }) => text);
const words = (line: string): string[] => line.split(/\s+/u).filter((word) => word !== '' && word !== '\\');

test('a command is broken at spaces outside quotation marks, and a shell reads it unchanged', () => {
  const command = `printf '%s\\n' ${Array.from({ length: 30 }, (_, index) => `"argument  ${index}"`).join(' ')} | grep -c argument`;
  const lines = texts(command, 'sh');
  assert.ok(lines.length > 3);
  for (const line of lines.slice(0, -1)) assert.match(line, / \\$/u);
  const run = (script: string): string => spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout;
  assert.equal(run(lines.join('\n')), run(command));
  assert.equal(run(command), '30\n');
});

test('a script in double quotes stays copyable: the shell joins lines at backslashes', () => {
  const hex = Array.from({ length: 400 }, (_, at) => String(at % 10)).join('');
  const command = `printf '%s' "read('${hex}'); say(\\"it is ${'well '.repeat(40)}\\")"`;
  const lines = codeLines([command], 'sh');
  assert.ok(lines.length > 5);
  for (const { text, size } of lines) {
    assert.equal(size, 7);
    assert.ok(text.length <= 110 && !text.includes('\u200b'));
  }
  const run = (script: string): string => spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout;
  assert.equal(run(lines.map(({ text }) => text).join('\n')), run(command));
  assert.match(run(command), /^read\('0123.*well "\)$/u);
});

test('a word longer than a line stays copyable for a shell', () => {
  const command = `printf %s ${'ECDHE-RSA-AES256-GCM-SHA384:'.repeat(20)}x`;
  const lines = codeLines([command], 'sh');
  for (const { text, size } of lines) assert.ok(size >= 6.5 && !text.includes('\u200b'));
  const run = (script: string): string => spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout;
  assert.equal(run(lines.map(({ text }) => text).join('\n')), run(command));
});

test("configuration is broken with its language's continuation, or set smaller without one", () => {
  const directive = `add_header Content-Security-Policy ${'a-directive-of-it '.repeat(9)};`;
  assert.ok(texts(directive, 'nginx').every((line) => !line.endsWith('\\')));
  assert.ok(
    texts(directive, 'apache')
      .slice(0, -1)
      .every((line) => line.endsWith(' \\')),
  );
  const [line, ...others] = codeLines([`bind ${'x-option '.repeat(12)}`], 'haproxy');
  assert.equal(others.length, 0);
  assert.ok((line?.size ?? 7) < 7);
  for (const { size } of codeLines([`bind ${'x-option '.repeat(30)}`], 'haproxy')) assert.equal(size, 6.5);
});

test('a comment continues as a comment, and a word that is too long is not broken', () => {
  const comment = texts(`  # ${'some words '.repeat(20)}`, 'nginx');
  assert.ok(comment.length > 1);
  for (const line of comment) assert.match(line, /^ {2}# (?:some|words)/u);
  const [cipher] = codeLines([`ssl_ciphers ${'ECDHE-RSA-AES256-GCM-SHA384:'.repeat(4)}x;`], 'nginx').slice(-1);
  assert.ok(!(cipher?.text ?? '').includes('\u200b'));
});

test('no word of any line is lost or broken', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc-/:.=,"\'#'), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.constantFrom('sh', 'nginx', 'apache', 'dns'),
      (list, language) => {
        const line = list.join(' ');
        const found = codeLines([line], language).flatMap(({ text }) => words(text));
        const marks = new Set(['#', ';', '//']);
        assert.deepEqual(
          found.filter((one) => !marks.has(one)),
          words(line).filter((one) => !marks.has(one)),
        );
      },
    ),
    { numRuns: 300 },
  );
});
