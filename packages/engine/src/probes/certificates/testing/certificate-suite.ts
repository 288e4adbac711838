import assert from 'node:assert/strict';
import { before } from 'node:test';
import { certificateEndpoints } from '@perimeter/lab/hosts/certificates.data';
import { insideLab, labTest } from '@perimeter/lab/harness';
import type { ScanMode } from '@perimeter/contract/report';
import type { Outcome } from '../../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { certificates } from '../../../modules/certificates/module.ts';
import { evidenceOn } from '../../../runner/testing/deep-audit.ts';
import { certificateFailures, certificateNotes } from './expected-of-hosts.data.ts';

/** Every host of the table. */
export const hostsWithCertificates = [
  'good.lab',
  ...certificateEndpoints.flatMap(({ host, aliases = [] }) => [host, ...aliases]),
  'redirect.lab',
];

/** Only what these checks need, because a hundred hosts are audited. */
const kinds = new Set(certificates.checks.flatMap(({ needs }) => needs));

/** The checks with this outcome, in module order. */
export const certificateChecks = (evidence: AuditEvidence, outcome: Outcome['outcome']): string[] =>
  certificates.checks.filter((check) => check.evaluate(evidence).outcome === outcome).map(({ id }) => id);

/** Hosts audited concurrently. */
const lanes = 12;

export async function auditCertificates(
  domains: readonly string[],
  scanMode: ScanMode,
): Promise<ReadonlyMap<string, AuditEvidence>> {
  const queue = [...domains];
  const found = new Map<string, AuditEvidence>();
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      found.set(next, await evidenceOn(next, kinds, { target: { scanMode } }));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return found;
}

/** Inconclusive checks where a path ends in a public root. */
const openQuestions: Readonly<Record<string, readonly string[]>> = {
  'cert-public-unlisted.lab': ['cert-ct-insufficient'],
};

const publicRules = new Set([
  'cert-lifetime-too-long',
  'cert-lifetime-trend',
  'cert-ct-insufficient',
  'cert-distrusted-ca',
  'caa-issuer-not-allowed',
]);

/** Tests what the table says of these hosts, each audited once; returns the evidence by host. */
export function testCertificates(hosts: readonly string[]): (host: string) => AuditEvidence | undefined {
  let audited: ReadonlyMap<string, AuditEvidence> = new Map();
  before(async () => {
    if (insideLab) audited = await auditCertificates(hosts, 'standard');
  });
  for (const host of hosts) {
    const expected = certificateFailures[host] ?? [];
    labTest(`${host} fails ${expected.join(' and ') || 'nothing'}`, () => {
      const evidence = audited.get(host);
      assert.ok(evidence);
      assert.deepEqual(certificateChecks(evidence, 'fail'), expected);
      const noted = certificateChecks(evidence, 'informational').filter((id) => !id.startsWith('caa-'));
      assert.deepEqual(noted, certificateNotes[host] ?? []);
    });
  }
  for (const host of hosts.filter((one) => one === 'good.lab' || one.includes('public'))) {
    const open = openQuestions[host] ?? [];
    labTest(`${host} is judged by the rules for the public, ${open.join(', ') || 'nothing'} left open`, () => {
      const evidence = audited.get(host);
      assert.ok(evidence?.certificates);
      const { chains, lists } = evidence.certificates;
      assert.deepEqual([...new Set(chains.map(({ verdict }) => verdict.anchor))], ['public']);
      assert.equal(lists?.roots.name, "Lab's public roots");
      for (const [outcome, expected] of [
        ['not-applicable', []],
        ['inconclusive', open],
      ] as const)
        assert.deepEqual(
          certificateChecks(evidence, outcome).filter((id) => publicRules.has(id)),
          expected,
        );
    });
  }
  return (host) => audited.get(host);
}
