// More ways to fill a file with words, and a list over its limit in lines of its own. By day whole-files.slow.test.ts fills one with each kind of
// mistake and with keys, and has one form of list exceed its limit.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../testing/audited-forms.ts';
import { runCommandLine } from '../testing/command-line.ts';

const wholeFile = 1_030_000;
const filled = (text: string): string => text.repeat(Math.floor(wholeFile / text.length));
const tooLong = /more than 300000 words and signs/u;

for (const [name, text, expected] of [
  ['keys', Array.from({ length: 90_000 }, (_, i) => `k${i}: 1\n`).join(''), /:42858:1: more than 300000 words/u],
  ['empty lines', filled('\n'), tooLong],
  ['a map in one line', `{${filled('a,')}}`, tooLong],
  [
    'targets in lines of their own',
    `targets:\n${'  - domain: www.a.example\n    mode: standard\n    tags: [prod, web]\n    owner: web-team\n'.repeat(7001)}`,
    /:2:3: more than 7000 entries \(targets\)/u,
  ],
] as const)
  test(`a file full of ${name} is refused quickly`, async () => {
    writeFileSync(at('long.yml'), text);
    const start = process.cpuUsage();
    const { code, stderr } = await runCommandLine(['audit', '--config', at('long.yml'), 'example.org']);
    const { user, system } = process.cpuUsage(start);
    assert.equal(code, 2);
    assert.match(stderr, expected);
    assert.ok(stderr.length < 1_000);
    assert.ok(user + system < 3_000_000, `${user + system} µs`);
  });
