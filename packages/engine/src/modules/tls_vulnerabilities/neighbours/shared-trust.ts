import { defineCheck } from '../../../catalogue/check.ts';
import {
  fail,
  failIfAny,
  type FindingDraft,
  inconclusive,
  notApplicable,
  pass,
  type Verdict,
} from '../../../catalogue/outcome.ts';
import { opensslCommand, opensslLine, reproduceLine } from '../../../catalogue/reproduce.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { readCrossName } from '../../../evidence/vulnerabilities/flaws/cross-name.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';
import { speaking, withoutTls } from '../../derive/tls/endpoints.ts';
import { flawCheck, judgeFlaw, type FlawEndpoint } from '../../derive/tls/flaws.ts';
import { acceptsAny, tlsBefore13 } from '../../derive/tls/inventory.ts';
import { rawLines } from '../../derive/tls/proof.ts';
import { type OtherService, serviceName } from '../../derive/certificates/other-services.ts';
import { proof } from '../../derive/words/text.ts';
import { isSamePlace } from '../../../evidence/endpoint-place.ts';

/** Other HTTP services speak the protocol that the browser expects: nothing is confused there. */
const isOtherProtocol = ({ protocol }: OtherService): boolean => !/^http/i.test(protocol);

const leavesOf = ({ chains }: CertificatesEvidence, endpoint: TlsEndpoint): readonly string[] =>
  chains.flatMap((chain) => (isSamePlace(chain, endpoint) ? chain.served.slice(0, 1) : []));

function alpacaFinding(endpoint: TlsEndpoint, services: readonly OtherService[]): FindingDraft {
  const { serverName, port, address } = endpoint;
  const names = services.map(serviceName);
  return {
    location: { host: serverName, port, address },
    description: `The web server accepts unknown ALPN protocols, and ${names.join(', ')} uses the same certificate, so an attacker can redirect a browser's connection to the wrong service; expected: alert 120 no_application_protocol (RFC 7301 section 3.2) or separate certificates.`,
    evidence: proof(
      'Offered: ALPN with one unknown protocol. Answered: the handshake continued',
      rawLines(endpoint, ['alpnRejectsUnknown']),
      services.map((service) => `${serviceName(service)}: leaf ${service.leafSha256 ?? ''}`),
      opensslLine(endpoint, '-alpn perimeter-unknown'),
    ),
  };
}

export const vulnAlpaca = defineCheck({
  id: 'vuln-alpaca',
  title: 'No cross-protocol attack surface (ALPACA)',
  finding: 'Exposed to cross-protocol attacks (ALPACA, CVE-2021-3618)',
  cvss: 'browserHardening',
  cwe: [295],
  references: ['https://alpaca-attack.com/', 'CVE-2021-3618'],
  mode: 'deep',
  needs: ['tls', 'certificates'],
  evaluate: ({ tls, certificates }) => {
    const silence = withoutTls(tls);
    if (silence !== null) return silence;
    const lax = speaking(tls).filter(({ alpnRejectsUnknown }) => alpnRejectsUnknown.known && !alpnRejectsUnknown.value);
    const unseen = speaking(tls).flatMap(({ alpnRejectsUnknown }) =>
      alpnRejectsUnknown.known ? [] : [detailOf(alpnRejectsUnknown.failure)],
    );
    if (lax.length === 0)
      return unseen[0] === undefined ? pass('Unknown ALPN protocols are rejected') : inconclusive(unseen[0]);
    const { otherServices } = certificates;
    if (!otherServices.known) return inconclusive(detailOf(otherServices.failure));
    const others = otherServices.value.filter(isOtherProtocol);
    const seen = others.filter(({ leafSha256 }) => leafSha256 !== null);
    if (seen.length === 0) return notApplicable('No TLS service of another protocol was found on the host');
    const findings = lax.flatMap((endpoint) => {
      const leaves = leavesOf(certificates, endpoint);
      const same = seen.filter(({ leafSha256 }) => leafSha256 !== null && leaves.includes(leafSha256));
      return same.length === 0 ? [] : [alpacaFinding(endpoint, same)];
    });
    return failIfAny(
      findings,
      'Services of other protocols share the certificate of a web server that accepts unknown ALPN protocols',
      'Services of other protocols have separate certificates',
    );
  },
});

/** Two commands: a session under the one name, and its use under the other. */
function resumeLine(flaws: VulnerabilityEndpoint, otherName: string): string | null {
  const other = { ...flaws, serverName: otherName };
  const commands = [
    opensslCommand(flaws, '-tls1_2', '-sess_out session.pem'),
    opensslCommand(other, '-tls1_2', '-sess_in session.pem'),
  ];
  return reproduceLine(commands.join('; '), other) === null ? null : reproduceLine(commands.join('; '), flaws);
}

/** Where nobody tried although sessions can be had, there was no second name to try. */
const unlessAlone =
  (judge: (endpoint: FlawEndpoint) => Verdict) =>
  (endpoint: FlawEndpoint): Verdict => {
    const fact = endpoint.flaws?.crossNameResumption;
    const wasLeftOut = fact?.known === false && fact.failure.reason === 'not-tested';
    return wasLeftOut && acceptsAny(endpoint.tls, tlsBefore13) === true
      ? notApplicable(detailOf(fact.failure))
      : judge(endpoint);
  };

export const vulnInsecureReuse = flawCheck({
  id: 'vuln-insecure-reuse',
  title: 'Sessions are resumed for the same host name only',
  finding: 'Session is resumed across host names',
  cvss: 'cryptoMargin',
  cwe: [295, 613],
  references: ['RFC 6066 section 3', 'CVE-2025-23419'],
  mode: 'deep',
  judge: unlessAlone(
    judgeFlaw({
      fact: ({ crossNameResumption }) => crossNameResumption,
      ruledOut: () => null,
      judge: (test, flaws) => {
        const { otherName } = test;
        const { vulnerable, lines } = readCrossName(test);
        return vulnerable
          ? fail({
              description: `A session of ${flaws.serverName} was resumed for ${otherName}; expected: a full handshake, because a session is bound to its host name (RFC 6066 section 3).`,
              evidence: proof(lines, resumeLine(flaws, otherName)),
              subject: otherName,
            })
          : pass('Sessions are not resumed for another host name');
      },
    }),
  ),
});
