import { checkOf } from '../../../catalogue/check-of.ts';
import { type FindingDraft, inconclusive, notApplicable, unlessOpen, asWhy } from '../../../catalogue/outcome.ts';
import { anySuite, opensslLine } from '../../../catalogue/reproduce.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';
import { type OtherService, serviceName } from '../../derive/certificates/other-services.ts';
import { speaking, surveyTls } from '../../derive/tls/endpoints.ts';
import { rawLines } from '../../derive/tls/proof.ts';
import { allEndpointsOf, locationOf } from '../../../catalogue/endpoints.ts';

type TlsEndpoint = ReturnType<typeof speaking>[number];

/** Other HTTP services use the protocol that the browser expects, so there is no cross-protocol attack. */
const isOtherProtocol = ({ protocol }: OtherService): boolean => !/^http/i.test(protocol);

const leavesOf = ({ chains }: CertificatesEvidence, endpoint: TlsEndpoint): readonly string[] =>
  chains.flatMap((chain) => (isSamePlace(chain, endpoint) ? chain.served.slice(0, 1) : []));

function alpacaFinding(endpoint: TlsEndpoint, services: readonly OtherService[]): FindingDraft {
  const names = services.map(serviceName);
  return {
    location: locationOf(endpoint),
    description: `The web server accepts unknown ALPN protocols, and ${names.join(', ')} uses the same certificate, so an attacker can redirect a browser's connection to the wrong service; expected: alert 120 no_application_protocol (RFC 7301 section 3.2) or separate certificates.`,
    evidence: [
      'Offered: ALPN with one unknown protocol. Answered: the handshake continued',
      rawLines(endpoint, ['alpnRejectsUnknown']),
      services.map((service) => `${serviceName(service)}: leaf ${service.leafSha256 ?? ''}`),
      opensslLine(endpoint, anySuite, '-alpn perimeter-unknown'),
    ],
  };
}

/** All endpoints as one subject, with the certificates of other services. */
const endpointsBesideServices = allEndpointsOf({ needs: ['tls', 'certificates'], survey: ({ tls }) => surveyTls(tls) });

export const vulnAlpaca = checkOf(endpointsBesideServices, {
  id: 'vuln-alpaca',
  title: 'No cross-protocol attack surface (ALPACA)',
  finding: 'Exposed to cross-protocol attacks (ALPACA, CVE-2021-3618)',
  weakness: { cvss: 'browserHardening', cwe: [295] },
  mode: 'deep',
  passed: 'Services of other protocols have separate certificates',
  failed: 'Services of other protocols share the certificate of a web server that accepts unknown ALPN protocols',
  judge: (_, { tls, certificates }) => {
    const lax = speaking(tls).filter(({ alpnRejectsUnknown }) => alpnRejectsUnknown.known && !alpnRejectsUnknown.value);
    const unseen = speaking(tls).flatMap(({ alpnRejectsUnknown }) =>
      alpnRejectsUnknown.known ? [] : [asWhy(alpnRejectsUnknown.failure)],
    );
    if (lax.length === 0) return unlessOpen(unseen[0], 'Unknown ALPN protocols are rejected');
    const { otherServices } = certificates;
    if (!otherServices.known) return inconclusive(otherServices.failure);
    const others = otherServices.value.filter(isOtherProtocol);
    const seen = others.filter(({ leafSha256 }) => leafSha256 !== null);
    if (seen.length === 0) return notApplicable('No TLS service of another protocol was found on the host');
    return lax.flatMap((endpoint) => {
      const leaves = leavesOf(certificates, endpoint);
      const same = seen.filter(({ leafSha256 }) => leafSha256 !== null && leaves.includes(leafSha256));
      return same.length === 0 ? [] : [alpacaFinding(endpoint, same)];
    });
  },
});
