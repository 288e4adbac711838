import { signatureSchemes } from '@perimeter/protocols/tls/registry/signature-schemes.data';
import { inconclusive, judgeSeen, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { opensslLine, opensslOldOptions } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { rawLines } from '../../derive/tls/proof.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, acceptedVersions, accepts, suiteGap, versionGap } from '../../../evidence/tls/inventory.ts';

const schemeName = (code: number): string =>
  `0x${code.toString(16).padStart(4, '0')} ${signatureSchemes.get(code)?.name ?? 'unassigned'}`;

function isWeakScheme(code: number): boolean {
  const hash = signatureSchemes.get(code)?.hash;
  return hash === 'md5' || hash === 'sha1';
}

/** Versions in which the client offers signature algorithms; TLS 1.1 and older always sign with MD5 and SHA-1. */
const negotiating = new Set(['TLSv1.2', 'TLSv1.3']);

function weakSchemes(endpoint: TlsEndpoint): number[] {
  const listed = acceptedVersions(endpoint)
    .filter(({ version }) => negotiating.has(version))
    .flatMap((version) => version.signatureSchemes);
  const alone = endpoint.weakSignature.known ? endpoint.weakSignature.value : [];
  return [...new Set([...alone, ...listed])].filter(isWeakScheme);
}

/** Whether the check applies: TLS 1.2 with a suite in which the server signs its key exchange. */
function signsInTls12(endpoint: TlsEndpoint): Verdict | null {
  const accepted = accepts(endpoint, 'TLSv1.2');
  if (accepted === null) return inconclusive(versionGap(endpoint, 'TLSv1.2'));
  if (!accepted) return notApplicable('TLS 1.2 is not accepted, and SHA-1 and MD5 are negotiable only in TLS 1.2');
  const signed = acceptedSuites(endpoint, ({ forwardSecrecy }) => forwardSecrecy);
  if (signed.some(({ version }) => version === 'TLSv1.2')) return null;
  const gap = suiteGap(endpoint, 'full', ['TLSv1.2']);
  return gap === undefined ? notApplicable('No accepted TLS 1.2 suite uses a server signature') : null;
}

export const tlsSigalgWeak = checkOf(eachEndpoint, {
  id: 'tls-sigalg-weak',
  title: 'Handshakes are not signed with SHA-1 or MD5',
  finding: 'Handshake is signed with SHA-1 or MD5',
  weakness: { cvss: 'cryptoMargin', cwe: [328] },
  shows: (endpoint) => [
    'Offered: signature_algorithms with SHA-1 and MD5 only. Answered: ServerKeyExchange',
    weakSchemes(endpoint).map((code) => `Signed with ${schemeName(code)}`),
    rawLines(endpoint, ['weakSignature']),
    opensslLine(endpoint, ...opensslOldOptions('-tls1_2'), '-sigalgs RSA+SHA1:ECDSA+SHA1'),
  ],
  judge: (endpoint) => {
    const weak = weakSchemes(endpoint);
    if (weak.length > 0)
      return `The server signed its key exchange with ${weak.map(schemeName).join(', ')}; expected: SHA-256 or better (RFC 9155 section 4).`;
    return (
      signsInTls12(endpoint) ??
      judgeSeen(endpoint.weakSignature, () =>
        endpoint.controlPassed
          ? pass('A ClientHello with only SHA-1 and MD5 is rejected')
          : openBy('hashes-maybe-limited'),
      )
    );
  },
});
