import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { absentVectors, publishedVectors } from '../../testing/published-vectors.ts';
import { attack } from './attack.ts';
import { documentPolicies, enforcedPolicies } from './document-policies.ts';
import type { QuestionId } from './questions.data.ts';

interface Case {
  id: string;
  module: string;
  page: { headers: Readonly<Record<string, string>>; httpEquiv?: Readonly<Record<string, readonly string[]>> };
  expected: { result: string };
}
const readCases = (file: string): readonly Case[] => JSON.parse(readFileSync(file, 'utf8')).cases;

/** Whether a script of an attacker runs: what Observatory means by "unsafe-inline". */
const foreign: readonly QuestionId[] = ['inline-script', 'script-any-host', 'script-data'];

function runsForeign({ page }: Case): boolean {
  const lines = Object.entries(page.headers);
  const metas = (page.httpEquiv?.['content-security-policy'] ?? []).map((text) => ({
    text,
    placedBefore: 'scripts' as const,
  }));
  const policies = enforcedPolicies(documentPolicies(lines, metas));
  const { questions } = attack(policies, { url: 'https://mozilla.org/', attacker: 'x7f3.example' });
  return questions.some(({ id, open }) => open && foreign.includes(id));
}

/** Results that say that a script of an attacker runs. */
const open: ReadonlySet<string> = new Set([
  'csp-implemented-with-unsafe-inline',
  'csp-header-invalid',
  'csp-not-implemented',
]);

/** Where a browser does not do what Observatory says, and why. */
const differences: ReadonlyMap<string, string> = new Map([
  ['mdn-054', 'a directive that is there twice voids nothing: the first counts'],
  ['mdn-077', "script-src 'none' runs no script, though objects and frames are free"],
  ['mdn-101', "hashes glued together are one invalid token, so 'unsafe-inline' counts"],
  ['mdn-124', "object-src * loads nothing where default-src 'none' keeps frames out"],
]);

test('on policies of Observatory the answers agree, but for those where a browser decides otherwise', (t) => {
  const file = publishedVectors('mdn_observatory_cases.json');
  if (file === null) return t.skip(absentVectors('mdn_observatory_cases.json'));
  const cases = readCases(file).filter(({ module }) => module === 'contentSecurityPolicy');
  const differing = cases.filter((one) => runsForeign(one) !== open.has(one.expected.result)).map(({ id }) => id);
  assert.deepEqual(differing, [...differences.keys()]);
  assert.ok(cases.length >= 25, String(cases.length));
});
