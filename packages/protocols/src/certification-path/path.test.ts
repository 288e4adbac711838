import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCertificate } from '../x509/certificate.ts';
import { sentenceOf } from './problems.ts';
import { findPath, type FoundPath } from './path.ts';
import type { Chain } from './testing/chain.ts';
import { allRows } from './testing/rows.ts';
import { verifyForTests } from './testing/verify.ts';

const judge = ({ leaf, intermediates, roots, host, at, policy }: Chain): FoundPath =>
  findPath({
    leaf: parseCertificate(leaf),
    intermediates: intermediates.map((der) => parseCertificate(der)),
    roots: roots.map((der) => parseCertificate(der)),
    host,
    atSeconds: Date.parse(at) / 1000,
    verify: verifyForTests,
    ...(policy === undefined ? {} : { policy }),
  });

for (const { name, chain, codes, length } of allRows) {
  test(`${name}: ${codes.join(' and ') || 'holds'}`, () => {
    const { trusted, path, problems } = judge(chain);
    const said = problems.map((problem) => `${problem.code}: ${sentenceOf(problem)}`).join('\n');
    assert.deepEqual([...new Set(problems.map(({ code }) => code))].toSorted(), codes, said);
    assert.equal(trusted, codes.length === 0);
    if (length !== undefined) assert.equal(path.length, length);
  });
}
