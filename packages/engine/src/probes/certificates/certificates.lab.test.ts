import assert from 'node:assert/strict';
import { before } from 'node:test';
import { certificateEndpoints } from '@perimeter/lab/hosts/certificates.data';
import { labTest } from '@perimeter/lab/harness';
import type { ScanMode } from '@perimeter/contract/report';
import type { Outcome } from '../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { labContext } from '../testing/lab-context.ts';
import { gather } from '../../runner/gather.ts';
import { probesOf } from '../../runner/testing/deep-audit.ts';
import { certificates } from '../../modules/certificates/module.ts';

/** Failing checks of each faulty host; unlisted hosts have none. */
const failures: Readonly<Record<string, readonly string[]>> = {
  'cert-expired.lab': ['cert-expired'],
  'cert-future.lab': ['cert-expired'],
  'cert-self-signed.lab': ['cert-self-signed'],
  'cert-wrong-host.lab': ['cert-name-mismatch'],
  'cert-sha1.lab': ['cert-sig-sha1'],
  'cert-md5.lab': ['cert-sig-md5'],
  'cert-rsa1024.lab': ['cert-key-short'],
  'cert-rsa512.lab': ['cert-key-broken'],
  'cert-p224.lab': ['cert-key-short'],
  'cert-p192.lab': ['cert-key-short'],
  'cert-untrusted.lab': ['cert-untrusted'],
  'cert-incomplete.lab': ['cert-chain-incomplete'],
  'cert-must-staple.lab': ['cert-must-staple-unmet'],
  'cert-revoked.lab': ['cert-revoked'],
  'cert-expired-yesterday.lab': ['cert-expired'],
  'cert-expiring.lab': ['cert-expiring'],
  'cert-renewal-overdue.lab': ['cert-renewal-overdue'],
  'cert-common-name-only.lab': ['cert-name-mismatch'],
  'cert-wildcard-too-deep.lab': ['cert-name-mismatch'],
  'cert-sha1-intermediate.lab': ['cert-sig-sha1'],
  'cert-untrusted-root-sent.lab': ['cert-untrusted'],
  'cert-incomplete-dead-aia.lab': ['cert-untrusted'],
  'cert-incomplete-no-aia.lab': ['cert-untrusted'],
  'cert-incomplete-wrong-aia.lab': ['cert-untrusted'],
  'cert-incomplete-pkcs7.lab': ['cert-chain-incomplete'],
  'cert-private-aia.lab': ['cert-untrusted'],
  'cert-endless-aia.lab': ['cert-untrusted'],
  'cert-expired-twin-only.lab': ['cert-chain-incomplete'],
  'cert-bad-signature.lab': ['cert-untrusted'],
  'cert-rsa-roca.lab': ['cert-key-known-weak'],
  'cert-rsa-close-primes.lab': ['cert-key-known-weak'],
  'cert-rsa-small-factor.lab': ['cert-key-known-weak'],
  'cert-rsa-shared-prime.lab': ['cert-key-known-weak'],
  'cert-no-server-auth.lab': ['cert-eku-no-serverauth'],
  'cert-leaf-authority.lab': ['cert-constraints-wrong'],
  'cert-unfit-key-usage.lab': ['cert-constraints-wrong'],
  'cert-internal-names.lab': ['cert-san-internal'],
  'cert-no-sni.lab': ['cert-nosni-leak'],
  'cert-two-faces.lab': ['cert-ip-inconsistent'],
  'cert-alternate-expired.lab': ['cert-alternate-rejected'],
  'cert-constraint-violated.lab': ['cert-untrusted'],
  'cert-path-too-long.lab': ['cert-untrusted'],
  'cert-unknown-critical.lab': ['cert-untrusted'],
  'cert-version-1-issuer.lab': ['cert-untrusted'],
  'cert-issuer-no-authority.lab': ['cert-untrusted'],
  'cert-issuer-for-clients.lab': ['cert-eku-no-serverauth'],
  'cert-no-revocation.lab': ['cert-no-revocation-info'],
  'cert-staple-delegated-unfit.lab': ['cert-staple-invalid'],
  'cert-staple-expired.lab': ['cert-staple-invalid'],
  'cert-staple-wrong-signature.lab': ['cert-staple-invalid'],
  'cert-staple-unknown.lab': ['cert-staple-invalid'],
  'cert-staple-other.lab': ['cert-staple-invalid'],
  'cert-staple-malformed.lab': ['cert-staple-invalid'],
  'cert-timestamps-spoilt.lab': ['cert-sct-invalid'],
  'no-issue.caa.lab': ['caa-invalid'],
  'critical.caa.lab': ['caa-invalid'],
  'bad-value.caa.lab': ['caa-invalid'],
  'mismatch.dane.lab': ['dane-https'],
  'redirect.lab': ['caa-missing'],
  'cert-public-250-days.lab': ['cert-lifetime-too-long'],
  'cert-public-unlogged.lab': ['cert-ct-insufficient'],
  'cert-public-one-operator.lab': ['cert-ct-insufficient'],
  'cert-public-retired-alone.lab': ['cert-ct-insufficient'],
  'cert-public-stapled.lab': ['cert-ct-insufficient'],
  'cert-public-spoilt.lab': ['cert-sct-invalid'],
  'cert-public-retired.lab': ['cert-sct-invalid'],
  'cert-public-distrusted.lab': ['cert-distrusted-ca'],
  'other.caa-public.lab': ['caa-issuer-not-allowed'],
  'nobody.caa-public.lab': ['caa-issuer-not-allowed'],
};

/** Informing checks, other than CAA, of each unusual host. */
const notes: Readonly<Record<string, readonly string[]>> = {
  'cert-disordered.lab': ['cert-chain-messy'],
  'cert-untrusted-root-sent.lab': ['cert-chain-messy'],
  'cert-root-sent.lab': ['cert-chain-messy'],
  'cert-duplicate-sent.lab': ['cert-chain-messy'],
  'cert-expired-extra.lab': ['cert-chain-messy'],
  'cert-large-chain.lab': ['cert-chain-messy'],
  'cert-expired-twin-first.lab': ['cert-chain-messy'],
  'cert-expired-twin-only.lab': ['cert-chain-messy'],
  'cert-cross-signed.lab': ['cert-chain-messy'],
  'cert-wildcard-too-deep.lab': ['cert-wildcard'],
  'cert-wildcard.lab': ['cert-wildcard'],
  'cert-many-names.lab': ['cert-wildcard'],
  'cert-ml-dsa.lab': ['cert-pq-signature'],
  'cert-client-auth-too.lab': ['cert-eku-clientauth'],
  'cert-low-entropy-serial.lab': ['cert-serial-entropy'],
  'cert-ocsp-good.lab': ['cert-not-stapled'],
  'cert-ocsp-revoked.lab': ['cert-not-stapled'],
  'cert-ocsp-unknown.lab': ['cert-not-stapled'],
  'cert-ocsp-malformed.lab': ['cert-not-stapled'],
  'cert-ocsp-dead.lab': ['cert-not-stapled'],
  'cert-public-90-days.lab': ['cert-lifetime-trend'],
  'cert-public-250-days.lab': ['cert-lifetime-trend'],
  'cert-public-client-auth.lab': ['cert-eku-clientauth'],
  'cert-public-low-entropy.lab': ['cert-serial-entropy'],
};

/** Checks that only deep audits fail. */
const deepFailures: Readonly<Record<string, readonly string[]>> = {
  'cert-ocsp-good.lab': [],
  'cert-ocsp-revoked.lab': ['cert-revoked'],
  'cert-crl-revoked.lab': ['cert-revoked'],
  'cert-ocsp-unknown.lab': [],
  'cert-crl-expired.lab': [],
};

const hosts = [
  'good.lab',
  ...certificateEndpoints.flatMap(({ host, aliases = [] }) => [host, ...aliases]),
  'redirect.lab',
];

/** Only the probes that these checks need, because a hundred hosts are audited. */
const needed = probesOf(certificates.checks.flatMap(({ needs }) => needs));

async function evidenceOf(domain: string, scanMode: ScanMode): Promise<AuditEvidence> {
  const context = labContext(domain, { target: { scanMode } });
  const bug = (where: string, error: unknown): never => assert.fail(`${domain}, ${where}: ${String(error)}`);
  const gathering = gather(context, needed, { onProbe: () => {}, onBug: bug });
  await gathering.settled(needed.map(({ kind }) => kind));
  return gathering.evidence;
}

/** The checks with this outcome, in module order. */
const idsOf = (evidence: AuditEvidence, outcome: Outcome['outcome']): string[] =>
  certificates.checks.filter((check) => check.evaluate(evidence).outcome === outcome).map(({ id }) => id);

/** Hosts audited concurrently. */
const lanes = 12;

async function auditAll(domains: readonly string[], scanMode: ScanMode): Promise<ReadonlyMap<string, AuditEvidence>> {
  const queue = [...domains];
  const found = new Map<string, AuditEvidence>();
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      found.set(next, await evidenceOf(next, scanMode));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return found;
}

const isInLab = process.env['PERIMETER_LAB'] === '1';
let standard: ReadonlyMap<string, AuditEvidence> = new Map();

before(async () => {
  if (isInLab) standard = await auditAll(hosts, 'standard');
});

for (const host of hosts) {
  const expected = failures[host] ?? [];
  labTest(`${host} fails ${expected.join(' and ') || 'nothing'}`, () => {
    const evidence = standard.get(host);
    assert.ok(evidence);
    assert.deepEqual(idsOf(evidence, 'fail'), expected);
    const noted = idsOf(evidence, 'informational').filter((id) => !id.startsWith('caa-'));
    assert.deepEqual(noted, notes[host] ?? []);
  });
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

for (const host of hosts.filter((one) => one === 'good.lab' || one.includes('public'))) {
  const open = openQuestions[host] ?? [];
  labTest(`${host} is judged by the rules for the public, ${open.join(', ') || 'nothing'} left open`, () => {
    const evidence = standard.get(host);
    assert.ok(evidence?.certificates);
    const { chains, lists } = evidence.certificates;
    assert.deepEqual([...new Set(chains.map(({ verdict }) => verdict.anchor))], ['public']);
    assert.equal(lists?.roots.name, "Lab's public roots");
    for (const [outcome, expected] of [
      ['not-applicable', []],
      ['inconclusive', open],
    ] as const)
      assert.deepEqual(
        idsOf(evidence, outcome).filter((id) => publicRules.has(id)),
        expected,
      );
  });
}

labTest('timestamps are found wherever they are delivered', () => {
  const sourcesOf = (host: string) =>
    standard
      .get(host)
      ?.certificates?.chains.flatMap(({ scts }) =>
        scts.map(({ source, signature, log }) => `${source} ${signature} ${log?.operator}`),
      );
  const both = (source: string) => [`${source} valid Alpha`, `${source} valid Beta`];
  assert.deepEqual(sourcesOf('cert-public.lab'), both('embedded'));
  assert.deepEqual(sourcesOf('cert-public-stapled.lab'), both('ocsp'));
  if (standard.get('cert-public-handshake.lab')?.tls?.endpoints.length !== 0)
    assert.deepEqual(sourcesOf('cert-public-handshake.lab'), both('tls'));
});

labTest('responders and lists are asked in deep mode, and only what they prove fails', async () => {
  const deep = await auditAll(Object.keys(deepFailures), 'deep');
  for (const [host, evidence] of deep) assert.deepEqual(idsOf(evidence, 'fail'), deepFailures[host], host);
  const open = [...deep].filter(([, evidence]) => idsOf(evidence, 'inconclusive').includes('cert-revoked'));
  assert.deepEqual(open.map(([host]) => host).toSorted(), ['cert-crl-expired.lab', 'cert-ocsp-unknown.lab']);
});

labTest('a key that another service uses too is told, and that SSL 2.0 is negotiated with it', async () => {
  const evidence = await evidenceOf('drown-shared.lab', 'deep');
  const shared = certificates.checks.find(({ id }) => id === 'cert-shared-key-services')?.evaluate(evidence);
  assert.ok(shared?.outcome === 'informational');
  assert.match(shared.observations[0]?.description ?? '', /imaps on .*:993 uses the key.*DROWN/);
});
