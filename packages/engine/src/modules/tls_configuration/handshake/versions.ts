import { fail, inconclusive, pass, type Verdict, whyBy } from '../../../catalogue/outcome.ts';
import { nmapLine, oldVersionLine, opensslLine } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { versionLines, versionProof } from '../../derive/tls/proof.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedVersions, accepts, acceptsAny, firstVersionGap } from '../../../evidence/tls/inventory.ts';
import { unknownVersion } from '../../derive/tls/unknown-version.ts';

/** Judges a version that servers should refuse. */
const refused =
  (name: TlsVersionName, expected: string, reproduce: (endpoint: TlsEndpoint) => string | null) =>
  (endpoint: TlsEndpoint): Verdict => {
    const accepted = accepts(endpoint, name);
    if (accepted === null) return unknownVersion(endpoint, name);
    if (!accepted) return pass(`${name} is rejected`);
    return fail({
      description: `The server negotiated ${name}; expected: ${expected}.`,
      evidence: [versionProof(endpoint, name), reproduce(endpoint)],
    });
  };

export const tlsSslv2 = checkOf(eachEndpoint, {
  id: 'tls-sslv2',
  title: 'SSL 2.0 is disabled',
  finding: 'SSL 2.0 is enabled',
  weakness: { cvss: 'totalInterception', cwe: [327, 757] },
  judge: refused('SSLv2', 'no SSL 2.0 ServerHello (RFC 6176 section 3)', (endpoint) => nmapLine(endpoint, 'sslv2')),
});

export const tlsSslv3 = checkOf(eachEndpoint, {
  id: 'tls-sslv3',
  title: 'SSL 3.0 is disabled',
  finding: 'SSL 3.0 is enabled',
  weakness: { cvss: 'brokenProtocol', cwe: [327, 757] },
  judge: refused('SSLv3', 'SSL 3.0 is rejected (RFC 7568 section 3)', (endpoint) =>
    nmapLine(endpoint, 'ssl-enum-ciphers'),
  ),
});

export const tls10 = checkOf(eachEndpoint, {
  id: 'tls-1-0',
  title: 'TLS 1.0 is disabled',
  finding: 'TLS 1.0 is enabled',
  weakness: { cvss: 'weakCrypto', cwe: [327, 757] },
  judge: refused('TLSv1.0', 'a protocol_version alert (RFC 8996 section 4)', (endpoint) =>
    oldVersionLine(endpoint, '-tls1'),
  ),
});

export const tls11 = checkOf(eachEndpoint, {
  id: 'tls-1-1',
  title: 'TLS 1.1 is disabled',
  finding: 'TLS 1.1 is enabled',
  weakness: { cvss: 'weakCrypto', cwe: [327, 757] },
  judge: refused('TLSv1.1', 'a protocol_version alert (RFC 8996 section 5)', (endpoint) =>
    oldVersionLine(endpoint, '-tls1_1'),
  ),
});

const modern = ['TLSv1.2', 'TLSv1.3'] as const;

export const tlsNoModern = checkOf(eachEndpoint, {
  id: 'tls-no-modern',
  title: 'TLS 1.2 or TLS 1.3 is supported',
  finding: 'Neither TLS 1.2 nor TLS 1.3 is supported',
  weakness: { cvss: 'brokenProtocol', cwe: [327] },
  shows: (endpoint) => [
    'Offered: a ClientHello of each version',
    versionLines(endpoint),
    opensslLine(endpoint, '-min_protocol TLSv1.2'),
  ],
  judge: (endpoint) => {
    const accepted = acceptsAny(endpoint, modern);
    if (accepted === null) return inconclusive(firstVersionGap(endpoint, modern) ?? whyBy('modern-versions-untested'));
    if (accepted) return pass('TLS 1.2 or TLS 1.3 is accepted');
    const seen = acceptedVersions(endpoint).map(({ version }) => version);
    return `The newest version accepted is ${seen.at(-1) ?? 'unknown'}; expected: TLS 1.2 or TLS 1.3 (RFC 9325 section 3.1.1).`;
  },
});

export const tls13Missing = checkOf(eachEndpoint, {
  id: 'tls-1-3-missing',
  title: 'TLS 1.3 is supported',
  finding: 'TLS 1.3 is not supported',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  shows: (endpoint) => [versionProof(endpoint, 'TLSv1.3'), opensslLine(endpoint, '-tls1_3')],
  judge: (endpoint) => {
    const accepted = accepts(endpoint, 'TLSv1.3');
    if (accepted === null) return unknownVersion(endpoint, 'TLSv1.3');
    if (accepted) return pass('TLS 1.3 is accepted');
    return 'This address answered a TLS 1.3 ClientHello with an older version or rejected it; expected: TLS 1.3 at every address (RFC 9325 section 3.1.1).';
  },
});
