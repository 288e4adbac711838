import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import type { DnssecEvidence, ZoneFacts } from '../../evidence/dnssec/schema.ts';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { seen } from '../../evidence/observed.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

const good = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));

const totalOf = (evidence: AuditEvidence): number => {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  return judged.report.score.total;
};

type Change = (dnssec: DnssecEvidence) => DnssecEvidence;

/** A change of the zone that holds the target. */
const ofApex =
  (change: (zone: ZoneFacts) => Partial<ZoneFacts>): Change =>
  (dnssec) => ({
    ...dnssec,
    zones: dnssec.zones.map((zone) => (zone.name === dnssec.apex ? { ...zone, ...change(zone) } : zone)),
  });
const insecure = (reason: ZoneFacts['reason']) =>
  ({ security: 'insecure', reason, effective: { security: 'insecure', reason } }) as const;

const unsigned: Change = (dnssec) => ({
  ...ofApex(() => ({ ds: [], keys: [], dsSignatures: [], keySignatures: [], ...insecure('no-ds') }))(dnssec),
  nsec3Param: seen(null),
});

const weaknesses: readonly Change[] = [
  ofApex(() => ({ ds: [], ...insecure('no-ds') })),
  ofApex(({ keys }) => ({ keys: (keys ?? []).map((key) => ({ ...key, algorithm: 7 })) })),
  ofApex(({ keys }) => ({ keys: (keys ?? []).map((key) => ({ ...key, rsa: { bits: 512, exponent: '3' } })) })),
  ofApex(({ ds }) => ({ ds: (ds ?? []).map((one) => ({ ...one, digestType: 1 })) })),
  ofApex(({ ds }) => ({
    ds: (ds ?? []).map((one) => ({ ...one, algorithm: 200 })),
    ...insecure('unsupported-algorithm'),
  })),
  ofApex(({ ds }) => ({ ds: (ds ?? []).flatMap((one) => [one, { ...one, algorithm: 8 }]) })),
  (dnssec) => ({ ...dnssec, nsec3Param: seen({ iterations: 50, salt: 'AB' }) }),
  (dnssec) => ({ ...dnssec, nsec3Param: seen({ iterations: 500, salt: '' }) }),
  (dnssec) => ({
    ...dnssec,
    targets: dnssec.targets.map((target) => ({
      ...target,
      signatures: target.signatures.map((one) => ({ ...one, inception: 0 })),
    })),
  }),
];

const withDnssec = (change: Change): AuditEvidence => {
  assert.ok(good.dnssec !== undefined);
  return { ...good, dnssec: change(good.dnssec) };
};

test('weak signing never weighs more than an unsigned zone', () => {
  const bare = totalOf(withDnssec(unsigned));
  fc.assert(
    fc.property(fc.subarray([...weaknesses], { minLength: 1 }), (chosen) => {
      const weak = totalOf(withDnssec((dnssec) => chosen.reduce((before, change) => change(before), dnssec)));
      assert.ok(weak >= bare, `${weak} and ${bare}`);
    }),
    { numRuns: 40 },
  );
});
