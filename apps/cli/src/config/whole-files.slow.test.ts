// Files as long as they may be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommandLine } from '../testing/command-line.ts';
import { withFile } from '../testing/config-file.ts';

test('the schema allows as many targets as fit with all their keys, and no more', async () => {
  const { stdout } = await runCommandLine(['schema', 'config']);
  const most: number = JSON.parse(stdout).properties.targets.maxItems;
  const oneLine = '  - { domain: www.a.example, mode: standard, tags: [prod], owner: web-team }\n';
  for (const listed of [
    oneLine,
    '  - domain: www.a.example\n    mode: standard\n    tags: [prod, web]\n    owner: web-team\n',
  ]) {
    const valid = await withFile(`targets:\n${listed.repeat(most)}`, ['--show-config', 'a.org']);
    assert.deepEqual([most, valid.code], [7000, 0], valid.stderr);
  }
  const { code, stderr } = await withFile(`targets:\n${oneLine.repeat(most + 1)}`, ['a.org']);
  assert.equal(code, 2);
  assert.match(stderr, /:2:3: more than 7000 entries \(targets\)/u);
});

test('the schema allows no more entries than a file can hold', async () => {
  const entry = `  - check: hsts-missing
    host: a.example
    severity: medium
    reason: known until the move, OPS-812
    owner: jane@a.example
    expires: 2027-03-31\n`;
  const { stdout } = await runCommandLine(['schema', 'config']);
  const most: number = JSON.parse(stdout).properties.accept.maxItems;
  const valid = await withFile(`accept:\n${entry.repeat(most)}`, ['--show-config', 'a.org']);
  assert.deepEqual([most, valid.code], [5000, 0], valid.stderr);
  const { stderr } = await withFile(`accept:\n${entry.repeat(most + 1)}`, ['a.org']);
  assert.match(stderr, /:2:3: more than 5000 entries \(accept\)/u);
});

/** As much as a file can hold, in MiB. */
const whole = 0.99;

/** A text repeated up to a size in MiB; a parser that continues after mistakes takes seconds for a fifth of a file too. */
const filled = (text: string, mebibytes = 0.2): string =>
  text.repeat(Math.floor((mebibytes * 1024 * 1024) / text.length));

test('hostile YAML is refused quickly, with an explanation', async () => {
  const bomb = `a: &a [x]\n${Array.from({ length: 9 }, (_, i) => `b${i}: [*a, *a, *a, *a]`).join('\n')}\n`;
  const rows: readonly (readonly [string | Buffer, RegExp])[] = [
    [bomb, /:1:\d+: anchors and aliases are not supported/],
    ['mode: &m deep\n', /anchors and aliases are not supported/],
    ['mode: !!js/function "x"\n', /:1:7: tags are not supported/],
    ['mode: !!str deep\n', /tags are not supported/],
    ['gate:\n\tfailOn: high\n', /:2:1: tabs are not allowed/],
    [Buffer.from('mode: \0deep'), /:1:7: control characters/],
    [Buffer.from([0x6d, 0xff, 0xfe]), /not valid UTF-8/],
    ['[', /:\d+:\d+: /],
    ['['.repeat(900_000), /more than 20 open brackets/],
    ['- '.repeat(400_000), /nested too deeply/],
    [Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''), /nested too deeply/],
    ['a: 1\n---\nb: 2\n', /:2:1: /],
    ['x'.repeat(10 * 1024 * 1024), /larger than 1 MiB/],
    ['gate: { failOn: high, "failOn": low }\n', /:1:23: duplicate key/],
    ['gate: &g { failOn: high }\n', /anchors and aliases are not supported/],
    ['gate: !!map { failOn: high }\n', /tags are not supported/],
    ['? [a]\n: b\n', /:1:3: keys must be text\n[^\n]*\n$/u],
    ['gate:\r\n  failOn: low\r\n  failOn: low\r\n', /:3:3: duplicate key/],
    // As many mistakes as fit: the YAML parser would continue after each.
    [filled('[], ', whole), /:1:\d+: /],
    [filled(']'), /:1:1: a bracket is closed/],
    [filled('[[[[[]]]]]\n'), /:2:\d+: /],
    [filled('! '), /:1:1: tags are not supported/],
    [filled('&a '), /:1:1: anchors and aliases are not supported/],
    [filled('"'), /:1:3: more text after the end of a value/],
    [`"${filled(String.raw`\q`)}"`, /:1:2: Invalid escape/],
    [`[${filled('"a" "b",')}]`, /:1:6: Missing/],
    [filled('\ta: 1\n'), /:1:1: tabs/],
    [filled('--- a\n...\n'), /:3:1: only one document is allowed/],
    [filled('%TAG ! a\n'), /:1:1: directives are not supported/],
    [`a: &a { b: c }\n${filled('- <<: *a\n')}`, /:1:4: anchors and aliases are not supported/],
    [filled('- !!js/function x\n'), /:1:3: tags are not supported/],
    [`a: [${filled('!!js a,')}]`, /:1:5: tags are not supported/],
    [filled('a: 1\n'), /:2:1: duplicate key/],
    [filled('a: 1\n', whole), /:42858:1: more than 300000 words and signs: shorten the file/],
    [filled('|'), /:1:2: Block scalar header .{1,300}\n/],
  ];
  for (const [text, expected] of rows) {
    const start = process.cpuUsage();
    const { code, stderr } = await withFile(text, ['example.org']);
    const { user, system } = process.cpuUsage(start);
    assert.equal(code, 2, String(text).slice(0, 40));
    assert.match(stderr, expected);
    assert.ok(stderr.length < 1_000, String(text).slice(0, 40));
    // Half a second on an idle machine; without the limits up to eleven.
    assert.ok(user + system < 2_000_000, `${String(text).slice(0, 40)}: ${user + system} µs`);
  }
});
