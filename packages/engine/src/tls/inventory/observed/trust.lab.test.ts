import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { dayMs } from '@perimeter/protocols/durations';
import type { AuditEvidence } from '../../../evidence/evidence.ts';
import { trustAt } from './trust.ts';
import { labAudit } from '../../../runner/testing/lab-audit.ts';

const evidenceOf = async (domain: string, nowMs: number): Promise<AuditEvidence> =>
  (await labAudit(domain, { variables: { PERIMETER_NOW: String(nowMs) } })).evidence;

/** Trusted or not, and the error, of a lab host's first endpoint at an audit's clock. */
async function trustedAt(domain: string, nowMs: number): Promise<[boolean | null, string | null]> {
  const evidence = await evidenceOf(domain, nowMs);
  const trust = evidence.tls?.endpoints[0]?.trust;
  return trust?.known === true ? [trust.value.authorized, trust.value.error] : [null, null];
}

labTest('trust is judged at the audit’s clock, not at the machine’s', async () => {
  assert.deepEqual(await trustedAt('good.lab', Date.now()), [true, null]);
  assert.deepEqual(await trustedAt('good.lab', Date.now() + 400 * dayMs), [false, 'CERT_HAS_EXPIRED']);
  assert.deepEqual(await trustedAt('good.lab', Date.UTC(2001, 0, 1)), [false, 'CERT_NOT_YET_VALID']);
});

labTest('where only the machine’s clock objected, signatures, root and name are verified here', async () => {
  const outdated = { authorized: false, error: 'CERT_HAS_EXPIRED' };
  const at = (chain: readonly Uint8Array[], name: string) => trustAt(outdated, chain, name, Date.now());
  const good = await chainOf('good.lab');
  assert.deepEqual(at(good, 'good.lab'), { authorized: true, error: null });
  assert.equal(at(good, 'bad.lab').error, 'ERR_TLS_CERT_ALTNAME_INVALID');
  assert.equal(at(good.slice(0, 1), 'good.lab').error, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  assert.equal(at(await chainOf('cert-untrusted.lab'), 'cert-untrusted.lab').error, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

labTest('a clock does not make strangers trusted', async () => {
  for (const domain of ['cert-self-signed.lab', 'cert-untrusted.lab', 'cert-wrong-host.lab']) {
    const [trusted] = await trustedAt(domain, Date.now());
    assert.equal(trusted, false, domain);
  }
});

/** The chain that a lab host serves, as DER. */
async function chainOf(domain: string): Promise<Uint8Array[]> {
  const evidence = await evidenceOf(domain, Date.now());
  const certificates = evidence.tls?.endpoints[0]?.chains[0]?.certificates ?? [];
  return certificates.map(({ der }) => Buffer.from(der, 'base64'));
}
