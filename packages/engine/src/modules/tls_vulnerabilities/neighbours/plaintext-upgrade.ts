import { endpointChecks, type EndpointPlace } from '../../../catalogue/endpoint-check.ts';
import { fail, inconclusive, notApplicable, type Outcome, pass } from '../../../catalogue/outcome.ts';
import { reproduceLine, testsslLine } from '../../../catalogue/reproduce.ts';
import { readPipelined, readUpgrade } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import type { VulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import { proof } from '../../derive/words/text.ts';

type Upgrade = VulnerabilitiesEvidence['opossum'][number];

/** Plain HTTP on port 80 of one address. */
interface PlainPort extends EndpointPlace {
  upgrade: Upgrade;
}

const plainPortCheck = endpointChecks({
  needs: ['vulnerabilities'],
  survey: ({ vulnerabilities: { opossum } }) => ({
    silence: opossum.length === 0 ? notApplicable('No plain HTTP port was available') : null,
    endpoints: opossum.map((upgrade): PlainPort => ({
      address: upgrade.address,
      port: upgrade.port,
      serverName: upgrade.host,
      upgrade,
    })),
    leftOut: [],
  }),
});

/** Reasons that show that nothing listens. */
const closedPort: ReadonlySet<string> = new Set(['refused', 'unreachable']);

const curlLine = (target: EndpointPlace): string | null =>
  reproduceLine(
    `curl -sv --http1.1 -H 'Connection: Upgrade' -H 'Upgrade: TLS/1.0' --connect-to ::${target.address.includes(':') ? `[${target.address}]` : target.address}: http://${target.serverName}:${target.port}/`,
    target,
  );

export const opossum = plainPortCheck({
  id: 'vuln-opossum',
  title: 'Plain HTTP cannot be upgraded to TLS (Opossum)',
  finding: 'Plain HTTP can be upgraded to TLS (Opossum, CVE-2025-49812)',
  cvss: 'luredInterception',
  cwe: [287, 444],
  references: ['https://opossum-attack.com/', 'CVE-2025-49812'],
  judge: ({ upgrade, ...place }) => {
    const { answer } = upgrade;
    if (!answer.known) {
      const { reason, detail } = answer.failure;
      return closedPort.has(reason) ? notApplicable(`No service on port ${place.port}`) : inconclusive(detail);
    }
    const { vulnerable, lines } = readUpgrade(answer.value);
    return vulnerable
      ? fail({
          description:
            'The server offered or performed an upgrade to TLS after a request with Upgrade: TLS/1.0 (RFC 2817), so an attacker on the path can desynchronize the responses of an HTTPS connection (CVE-2025-49812); expected: the server ignores the header.',
          evidence: proof(lines, curlLine(place)),
        })
      : pass('The server does not offer an upgrade from HTTP to TLS');
  },
});

type MailService = Extract<VulnerabilitiesEvidence['startTls'], { known: true }>['value'][number];

/** A mail service with STARTTLS. */
interface MailPort extends EndpointPlace {
  service: MailService;
}

function silenceOf(startTls: VulnerabilitiesEvidence['startTls']): Outcome | null {
  if (!startTls.known) return inconclusive(startTls.failure.detail);
  return startTls.value.length === 0 ? notApplicable('No IMAP or POP3 service with STARTTLS was found') : null;
}

const mailPortCheck = endpointChecks({
  needs: ['vulnerabilities'],
  survey: ({ vulnerabilities: { startTls } }) => ({
    silence: silenceOf(startTls),
    endpoints: (startTls.known ? startTls.value : []).map((service): MailPort => ({
      address: service.address,
      port: service.port,
      serverName: service.host,
      service,
    })),
    leftOut: [],
  }),
});

export const startTlsInjection = mailPortCheck({
  id: 'vuln-starttls-injection',
  title: 'STARTTLS discards commands sent before the handshake (IMAP, POP3)',
  finding: 'STARTTLS command injection',
  cvss: 'luredInterception',
  cwe: [77, 349],
  references: ['https://nostarttls.secvuln.info/', 'CVE-2011-0411'],
  mode: 'deep',
  judge: ({ service: { protocol, port, exchange }, ...place }) => {
    if (!exchange.known) {
      const { reason, detail } = exchange.failure;
      return closedPort.has(reason) ? notApplicable(`No service on port ${port}`) : inconclusive(detail);
    }
    const { vulnerable, lines } = readPipelined(exchange.value);
    if (!vulnerable) return pass('A command sent before the TLS handshake is discarded');
    return fail({
      subject: protocol,
      description: `${protocol.toUpperCase()} on port ${port} executed, inside TLS, a command that was sent in plaintext after STARTTLS; expected: the server discards it (RFC 9051 section 6.2.1, RFC 2595 section 4).`,
      evidence: proof(lines, testsslLine(place, '--starttls-injection', `-t ${protocol}`)),
    });
  },
});
