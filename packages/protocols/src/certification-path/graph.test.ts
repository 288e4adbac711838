import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../testing/random.ts';
import { type ParsedCertificate, parseCertificate } from '../x509/certificate.ts';
import { sentenceOf } from './problems.ts';
import { findPath } from './path.ts';
import * as write from '../x509/testing/certificate-writer.ts';
import {
  add,
  change,
  constrain,
  drop,
  type Edit,
  host,
  issuerContent,
  leafContent,
  make,
  now,
  put,
  rootContent,
} from './testing/chain.ts';
import { timeOf } from '../x509/testing/odd-values.ts';
import { verifyForTests } from './testing/verify.ts';

/** Faults that exclude an issuer's certificate from paths. */
const faults: Readonly<Record<string, Edit>> = {
  none: (content) => content,
  expired: put({ notAfter: timeOf('2026-01-01T00:00:00Z') }),
  constrained: constrain(['dns:example.org']),
  forMail: add(write.extendedKeyUsage('1.3.6.1.5.5.7.3.4')),
  noAuthority: change(write.basicConstraints(false)),
  withoutConstraints: drop('2.5.29.19'),
  sha1: put({ hash: 'sha1' }),
  broken: put({ breakSignature: true }),
};

const nodes = 7;
const edges = fc.uniqueArray(
  fc.record({
    by: fc.nat(nodes - 1),
    to: fc.integer({ min: 1, max: nodes - 1 }),
    fault: fc.constantFrom('none', 'none', ...Object.keys(faults)),
  }),
  { maxLength: 18, selector: ({ by, to }) => `${by}-${to}` },
);

type Edge = typeof edges extends fc.Arbitrary<(infer T)[]> ? T : never;

const made = new Map<string, ParsedCertificate>();

function certificateOf({ by, to, fault }: Edge): ParsedCertificate {
  const key = `${by}-${to}-${fault}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const certificate = parseCertificate(make(issuerContent(`CN=N${to}`, `CN=N${by}`), faults[fault] ?? ((one) => one)));
  made.set(key, certificate);
  return certificate;
}

/** Nodes that good edges lead to from the root, which is node 0. */
function reached(list: readonly Edge[]): ReadonlySet<number> {
  const found = new Set([0]);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { by, to, fault } of list) if (fault === 'none' && found.has(by)) found.add(to);
  }
  return found;
}

const root = parseCertificate(make(rootContent('CN=N0')));
const leaf = parseCertificate(make(leafContent(`CN=N${nodes - 1}`)));

test('in any graph of authorities a path is found exactly where valid certificates lead to the root', () => {
  fc.assert(
    fc.property(edges, (list) => {
      const real = list.filter(({ by, to }) => by !== to);
      const { trusted, problems } = findPath({
        leaf,
        intermediates: real.map(certificateOf),
        roots: [root],
        host,
        atSeconds: Date.parse(now) / 1000,
        verify: verifyForTests,
      });
      assert.equal(
        trusted,
        reached(real).has(nodes - 1),
        problems.map((problem) => `${problem.code}: ${sentenceOf(problem)}`).join('\n'),
      );
    }),
    { numRuns: dayRuns(50) },
  );
});
