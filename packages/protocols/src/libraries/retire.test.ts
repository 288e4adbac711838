import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, fc } from '../testing/random.ts';
import { advisoriesOf } from './advisories.ts';
import { shippedLibraries } from './retire.data.ts';
import { droppedRows } from './retire-dropped.data.ts';
import { readRetire } from './retire.ts';

const one = (library: object, name = 'x') =>
  readRetire({
    [name]: { vulnerabilities: [{ below: '2.0', severity: 'high', identifiers: { CVE: ['CVE-2020-1'] } }], ...library },
  });
const content = (...filecontent: string[]) => one({ extractors: { filecontent } });

const dropped: readonly (readonly [expression: string, reason: string])[] = [
  ['="(§§version§§)".(.)=\\2abcdef', 'back-reference'],
  ['(?:a+)+library(§§version§§)', 'nested-quantifiers'],
  ['(?:a|b)*library(§§version§§)', 'nested-quantifiers'],
  ['v(§§version§§)', 'no-literal'],
  ['library|other(§§version§§)', 'no-literal'],
  ['library.*a.*b.*(§§version§§)', 'too-wide'],
  ['library.{1,9000}(§§version§§)', 'too-wide'],
  ['library(§§version§§', 'not-read'],
  ['library[§§version§§', 'not-read'],
];

for (const [expression, reason] of dropped) {
  test(`${expression} is dropped: ${reason}`, () => {
    const read = content(expression);
    assert.deepEqual([read?.libraries[0]?.marks, read?.dropped.map((row) => row.reason)], [[], [reason]]);
  });
}

test('the literal of an expression, and how far around it a match reaches', () => {
  const [mark] = content('/\\*!? Library v(§§version§§)')?.libraries[0]?.marks ?? [];
  assert.deepEqual(mark?.literals, [' Library v']);
  assert.equal(mark?.before, 3);
  assert.deepEqual(content('(?:Lo-Dash|lodash) v?(§§version§§) <')?.libraries[0]?.marks[0]?.literals, [
    'Lo-Dash',
    'lodash',
  ]);
});

test('advisories that are withdrawn, of servers, or without a version are dropped', () => {
  const row = (more: object) => ({ below: '2.0', severity: 'high', ...more });
  const read = one({
    extractors: {},
    vulnerabilities: [
      row({ identifiers: { CVE: ['CVE-2024-6531'] } }),
      row({ identifiers: { githubID: 'GHSA-1', summary: 'The Node HTTP adapter follows' } }),
      row({ below: undefined, identifiers: { githubID: 'GHSA-2' } }),
      row({ severity: 'low', identifiers: { summary: 'End-of-Life', retid: '1' }, info: ['https://x.example/'] }),
    ],
  });
  assert.deepEqual(
    read?.dropped.map(({ reason }) => reason),
    ['rejected', 'server-side', 'no-range'],
  );
  assert.deepEqual(read?.libraries[0]?.advisories, [
    { id: 'https://x.example/', severity: 'low', below: '2.0', endOfLife: true },
  ]);
});

test('whatever a file holds, it is read or refused', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: anyCharacter }), (json, expression) => {
      readRetire(JSON.parse(json));
      content(expression);
    }),
  );
});

const known: readonly (readonly [name: string, version: string, ids: string])[] = [
  ['jquery', '3.4.1', 'CVE-2020-11023 CVE-2020-11022'],
  ['jquery', '3.5.0', ''],
  ['jquery', '3.7.1', ''],
  ['bootstrap', '3.4.1', 'CVE-2024-6485 CVE-2025-1647'],
];

for (const [name, version, ids] of known) {
  test(`${name} ${version} has ${ids || 'no'} advisories`, () => {
    const library = shippedLibraries.libraries.find((row) => row.name === name);
    assert.ok(library !== undefined);
    const flaws = advisoriesOf(library, version).filter(({ endOfLife }) => endOfLife !== true);
    assert.equal(flaws.map(({ id }) => id).join(' '), ids);
  });
}

test('the shipped list has most of the libraries of its source, and nothing is dropped silently', () => {
  assert.ok(shippedLibraries.libraries.length > 60);
  const marks = shippedLibraries.libraries.flatMap((library) => library.marks);
  assert.ok(marks.length > 180, String(marks.length));
  assert.ok(droppedRows.filter(({ reason }) => reason !== 'server-side').length < 25);
});
