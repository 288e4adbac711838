import { fail, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { opensslCommand, reproduceLine } from '../../../catalogue/reproduce.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';
import { readCrossName } from '../../../evidence/vulnerabilities/flaws/cross-name.ts';
import { judgeFlaw, type FlawEndpoint } from '../../derive/tls/flaws.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { testedEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptsAny, tlsBefore13 } from '../../../evidence/tls/inventory.ts';

/** Two commands: one saves a session under the one name, one offers it under the other. */
function resumeLine(flaws: VulnerabilityEndpoint, otherName: string): string | null {
  const other = { ...flaws, serverName: otherName };
  const commands = [
    opensslCommand(flaws, '-tls1_2', '-sess_out session.pem'),
    opensslCommand(other, '-tls1_2', '-sess_in session.pem'),
  ];
  return reproduceLine(commands.join('; '), other) === null ? null : reproduceLine(commands.join('; '), flaws);
}

/** Where sessions are resumable but nothing was tested, there was no second name. */
const unlessAlone =
  (judge: (endpoint: FlawEndpoint) => Verdict) =>
  (endpoint: FlawEndpoint): Verdict => {
    const fact = endpoint.flaws?.crossNameResumption;
    const wasLeftOut = fact?.known === false && fact.failure.reason === 'not-tested';
    return wasLeftOut && acceptsAny(endpoint.tls, tlsBefore13) === true
      ? notApplicable(detailOf(fact.failure))
      : judge(endpoint);
  };

export const vulnInsecureReuse = checkOf(testedEndpoint, {
  id: 'vuln-insecure-reuse',
  title: 'Sessions are resumed for the same host name only',
  finding: 'Session is resumed across host names',
  weakness: { cvss: 'cryptoMargin', cwe: [295, 613] },
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
              evidence: [lines, resumeLine(flaws, otherName)],
              subject: otherName,
            })
          : pass('Sessions are not resumed for another host name');
      },
    }),
  ),
});
