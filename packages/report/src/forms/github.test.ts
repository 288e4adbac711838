import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedAudit, reportWith, runs, sinkText } from '../testing/endings.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { type AuditEnding, completed } from './ending.ts';
import { renderGithub } from './github.ts';

interface Command {
  name: string;
  properties: Record<string, string>;
  data: string;
}

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string): string =>
  text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');

/** Parses a line as GitHub's runner does: a command ends at the first two colons after its name. */
function read(line: string): Command {
  assert.ok(line.startsWith('::'), line);
  const end = line.indexOf('::', 2);
  assert.notEqual(end, -1, line);
  const head = line.slice(2, end);
  const space = head.indexOf(' ');
  const pairs = (space === -1 ? '' : head.slice(space + 1)).split(',').filter((pair) => pair !== '');
  const properties = pairs.map((pair) => [
    pair.slice(0, pair.indexOf('=')),
    unescapeProperty(pair.slice(pair.indexOf('=') + 1)),
  ]);
  return {
    name: space === -1 ? head : head.slice(0, space),
    properties: Object.fromEntries(properties),
    data: unescapeData(line.slice(end + 2)),
  };
}

const commands = (endings: readonly AuditEnding[]): Command[] => renderGithub(endings).trimEnd().split('\n').map(read);

for (const [name, endings] of runs) {
  test(`${name}: each line is one annotation, at most ten of a level`, () => {
    const all = commands(endings);
    for (const level of ['error', 'warning', 'notice'])
      assert.ok(all.filter((one) => one.name === level).length <= 10, level);
    for (const { name: command, properties } of all) {
      assert.match(command, /^(?:error|warning|notice)$/);
      assert.deepEqual(
        Object.keys(properties).filter((key) => !['file', 'line', 'title'].includes(key)),
        [],
      );
    }
    // Wherever a line is cut, it must not contain another command, nor one in the older syntax.
    for (const line of renderGithub(endings).split('\n'))
      assert.doesNotMatch(line.slice(2), /::(?:stop-commands|set-output|add-mask|error)(?:\s|::)|##\[|##vso\[/u);
  });
}

test('severities keep their level, the places of a check are one annotation, the score is a notice', () => {
  assert.deepEqual(
    commands([completed(sampleReport)]).map(({ name, properties }) => [name, properties['title']]),
    [
      ['error', 'example.org: TLS 1.0 or TLS 1.1 is accepted (high 8.2)'],
      ['warning', 'example.org: Strict-Transport-Security is missing (medium 6.3)'],
      ['warning', 'example.org: DMARC only watches: forged mail is delivered (medium 5.3)'],
      ['notice', 'example.org: grade C, 69 of 100 (76 without limits), 4 issues, 7 findings'],
      ['notice', 'example.org: Server header discloses version (low 2.7)'],
    ],
  );
  assert.match(
    commands([completed(sampleReport)])[0]?.data ?? '',
    /\nhttps:\/\/www\.example\.org\/ and 3 more findings of this check, check tls-/,
  );
});

test('annotations beyond ten of a level are counted in the tenth', () => {
  const errors = commands([completed(reportWith(300))]).filter(({ name }) => name === 'error');
  assert.equal(errors.length, 10);
  assert.equal(errors.at(-1)?.properties['title'], '41 more of this level');
});

test("the file that names the target is the annotation's place, whatever its name", () => {
  const source = { path: 'ci/a,b:c%d.txt', line: 4 };
  const [first] = commands([{ ok: true, report: sampleReport, source }]);
  assert.deepEqual([first?.properties['file'], first?.properties['line']], [source.path, '4']);
});

test('a failed audit is an error', () => {
  const [first, ...rest] = commands([{ ok: false, failed: failedAudit, source: null }]);
  assert.equal(first?.name, 'error');
  assert.equal(first.properties['title'], 'The audit of failed.example failed');
  assert.match(first.data, /target_unreachable/);
  assert.deepEqual(rest, []);
});

test('text that looks like a command or an escape stays text', () => {
  const [first] = commands([completed(reportWith(1, `50%25 off, ${sinkText}`))]);
  assert.match(first?.data ?? '', /^50%25 off, :\\u\{3a\}stop-commands::x :\\u\{3a\}error file=a,line=1::owned %0A:/u);
});
