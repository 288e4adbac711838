import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCertificate } from '../x509/certificate.ts';
import { sentenceOf } from './problems.ts';
import { findPath } from './path.ts';
import { rfc5280Cases } from './testing/suite-rfc5280.data.ts';
import { constraintCases } from './testing/suite-constraints.data.ts';
import { webpkiCases } from './testing/suite-webpki.data.ts';
import type { SuiteCase } from './testing/suite-chain.ts';
import { verifyForTests } from './testing/verify.ts';

const cases: readonly SuiteCase[] = [...rfc5280Cases, ...constraintCases, ...webpkiCases];

for (const { id, holds, codes, chain, deviates } of cases) {
  test(`${id}: ${codes.join(' and ') || 'holds'}${deviates === undefined ? '' : `, although the suite says otherwise: ${deviates}`}`, () => {
    const { trusted, problems } = findPath({
      leaf: parseCertificate(chain.leaf),
      intermediates: chain.intermediates.map((der) => parseCertificate(der)),
      roots: chain.roots.map((der) => parseCertificate(der)),
      host: chain.host,
      atSeconds: Date.parse(chain.at) / 1000,
      verify: verifyForTests,
      ...(chain.policy === undefined ? {} : { policy: chain.policy }),
    });
    const said = problems.map((problem) => `${problem.code}: ${sentenceOf(problem)}`).join('\n');
    assert.deepEqual([...new Set(problems.map(({ code }) => code))].toSorted(), codes, said);
    assert.equal(trusted === holds, deviates === undefined);
  });
}

test('no case stands twice', () => {
  assert.equal(new Set(cases.map(({ id }) => id)).size, cases.length);
});
