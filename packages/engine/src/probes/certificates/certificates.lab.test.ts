import assert from 'node:assert/strict';
import { before } from 'node:test';
import { certificateEndpoints } from '@perimeter/lab/endpoints.certificates.data';
import { labTest } from '@perimeter/lab/harness';
import type { ScanMode } from '@perimeter/contract/report';
import type { Outcome } from '../../catalogue/outcome.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { createDialer } from '../../net/dialer.ts';
import { createGuard } from '../../net/guard.ts';
import { readEngineSettings } from '../../net/read-settings.ts';
import { createResolver } from '../../net/resolver.ts';
import { probes } from '../registry.ts';
import { gather } from '../../runner/gather.ts';
import { certificates } from '../../modules/certificates/module.ts';

/** What fails on each host that was made to fail something; the hosts that are not named here fail nothing. */
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
};

/** What is worth a note, apart from CAA, on each host that was made remarkable. */
const notes: Readonly<Record<string, readonly string[]>> = {
  'cert-disordered.lab': ['cert-chain-messy'],
  'cert-untrusted-root-sent.lab': ['cert-chain-messy'],
  'cert-root-sent.lab': ['cert-chain-messy'],
  'cert-duplicate-sent.lab': ['cert-chain-messy'],
  'cert-expired-extra.lab': ['cert-chain-messy'],
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
};

/** What fails under a root that the public trusts: the lab's root is the operator's, so the evidence is changed for these. */
const publicFailures: Readonly<Record<string, readonly string[]>> = {
  'cert-long-lived.lab': ['cert-lifetime-too-long', 'cert-ct-insufficient'],
  'cert-400-days.lab': ['cert-lifetime-too-long', 'cert-ct-insufficient'],
  'cert-250-days.lab': ['cert-lifetime-too-long', 'cert-ct-insufficient'],
  'cert-timestamps.lab': [],
  'cert-timestamps-one-operator.lab': ['cert-ct-insufficient'],
  'cert-timestamps-spoilt.lab': ['cert-sct-invalid'],
  'nobody.caa.lab': ['cert-ct-insufficient', 'caa-issuer-not-allowed'],
};

/** What deep audits find where standard ones find nothing. */
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

/** The probes whose evidence certificates are judged by, and no more: a hundred hosts are asked. */
const needed = probes.filter(({ kind }) => kind !== 'http' && kind !== 'vulnerabilities');

async function evidenceOf(domain: string, scanMode: ScanMode): Promise<AuditEvidence> {
  const read = readEngineSettings(process.env);
  assert.ok(read.ok);
  const { settings } = read;
  const signal = AbortSignal.timeout(60_000);
  const guard = createGuard({ allowNetworks: settings.allowNetworks });
  const dialer = createDialer({ guard, dialMap: settings.dialMap, signal });
  const resolver = createResolver({ servers: settings.resolvers });
  const registrableDomain = domain.split('.').slice(-2).join('.');
  const target = { domain, registrableDomain, scanMode, startedAtMs: Date.now(), seed: 'lab' };
  const context = { target, guard, dialer, resolver, settings, signal };
  const bug = (where: string, error: unknown): never => assert.fail(`${domain}, ${where}: ${String(error)}`);
  const gathering = gather(context, needed, { onProbe: () => {}, onBug: bug });
  await gathering.settled(['certificates']);
  return gathering.evidence;
}

/** The checks that end so, in the order of the module. */
const idsOf = (evidence: AuditEvidence, outcome: Outcome['outcome']): string[] =>
  certificates.checks.filter((check) => check.evaluate(evidence).outcome === outcome).map(({ id }) => id);

/** Hosts that are audited at the same time. */
const lanes = 24;

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

function trustedByAll(evidence: AuditEvidence): AuditEvidence {
  const { certificates: seen } = evidence;
  assert.ok(seen);
  const chains = seen.chains.map((chain) => ({ ...chain, verdict: { ...chain.verdict, anchor: 'public' as const } }));
  return { ...evidence, certificates: { ...seen, chains } };
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

for (const [host, expected] of Object.entries(publicFailures)) {
  labTest(`${host} fails ${expected.join(' and ') || 'nothing'} where the public trusts its root`, () => {
    const evidence = standard.get(host);
    assert.ok(evidence);
    assert.deepEqual(idsOf(trustedByAll(evidence), 'fail'), expected);
  });
}

labTest('responders and lists are asked in deep mode, and only what they prove fails', async () => {
  const deep = await auditAll(Object.keys(deepFailures), 'deep');
  for (const [host, evidence] of deep) assert.deepEqual(idsOf(evidence, 'fail'), deepFailures[host], host);
  const open = [...deep].filter(([, evidence]) => idsOf(evidence, 'inconclusive').includes('cert-revoked'));
  assert.deepEqual(open.map(([host]) => host).toSorted(), ['cert-crl-expired.lab', 'cert-ocsp-unknown.lab']);
});

labTest('a key that another service uses too is told, and that SSL 2.0 is spoken with it', async () => {
  const evidence = await evidenceOf('drown-shared.lab', 'deep');
  const shared = certificates.checks.find(({ id }) => id === 'cert-shared-key-services')?.evaluate(evidence);
  assert.ok(shared?.outcome === 'informational');
  assert.match(shared.observations[0]?.description ?? '', /imaps on .*:993 uses the key.*DROWN/);
});
