import { checkOf } from '../../../catalogue/check-of.ts';
import {
  fail,
  inconclusive,
  judgeSeen,
  notApplicable,
  type Outcome,
  pass,
  type Verdict,
} from '../../../catalogue/outcome.ts';
import { reproduceLine } from '../../../catalogue/reproduce.ts';
import type { Observed } from '../../../evidence/observed.ts';
import { readPipelined, readUpgrade } from '../../../evidence/vulnerabilities/flaws/plaintext-upgrade.ts';
import type { VulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import { endpointsOf, type EndpointPlace } from '../../../catalogue/endpoints.ts';

/** Failures that prove a closed port. */
const closedPort: ReadonlySet<string> = new Set(['refused', 'unreachable']);

/** Judges a port's answer; not applicable where the port is closed. */
const judgeAnswer = <T>(answer: Observed<T>, port: number, judge: (value: T) => Verdict): Verdict =>
  !answer.known && closedPort.has(answer.failure.reason)
    ? notApplicable(`No service on port ${port}`)
    : judgeSeen(answer, judge);

const curlLine = (target: EndpointPlace): string | null =>
  reproduceLine(
    `curl -sv --http1.1 -H 'Connection: Upgrade' -H 'Upgrade: TLS/1.0' --connect-to ::${target.address.includes(':') ? `[${target.address}]` : target.address}: http://${target.serverName}:${target.port}/`,
    target,
  );

/** Ports of plain HTTP. */
const plainPorts = endpointsOf({
  needs: ['vulnerabilities'],
  survey: ({ vulnerabilities: { opossum } }) => ({
    silence: opossum.length === 0 ? notApplicable('No plain HTTP port was available') : null,
    endpoints: opossum.map(({ host: serverName, ...port }) => ({ ...port, serverName })),
    leftOut: [],
  }),
});

export const vulnOpossum = checkOf(plainPorts, {
  id: 'vuln-opossum',
  title: 'Plain HTTP cannot be upgraded to TLS (Opossum)',
  finding: 'Plain HTTP can be upgraded to TLS (Opossum, CVE-2025-49812)',
  weakness: { cvss: 'luredInterception', cwe: [287, 444] },
  judge: ({ answer, ...place }) =>
    judgeAnswer(answer, place.port, (value) => {
      const { vulnerable, lines } = readUpgrade(value);
      if (!vulnerable) return pass('The server does not offer an upgrade from HTTP to TLS');
      return fail({
        description:
          'The server offered or performed an upgrade to TLS after a request with Upgrade: TLS/1.0 (RFC 2817), so an attacker on the path can desynchronize the responses of an HTTPS connection (CVE-2025-49812); expected: the server ignores the header.',
        evidence: [lines, curlLine(place)],
      });
    }),
});

function silenceOf(startTls: VulnerabilitiesEvidence['startTls']): Outcome | null {
  if (!startTls.known) return inconclusive(startTls.failure);
  return startTls.value.length === 0 ? notApplicable('No IMAP or POP3 service with STARTTLS was found') : null;
}

/** An IMAP or POP3 client's segment: STARTTLS and another command. */
const pipelined = { imap: 'a STARTTLS\\r\\nb NOOP\\r\\n', pop3: 'STLS\\r\\nCAPA\\r\\n' } as const;

/** Python's standard library sends a command after STARTTLS in one segment, which no Debian tool does, and prints the answer inside TLS. */
const pipelineLine = ({ address, ...place }: EndpointPlace, protocol: keyof typeof pipelined): string | null =>
  reproduceLine(
    `python3 -c 'import socket, ssl; plain = socket.create_connection(("${address}", ${place.port}), 9); print(plain.recv(999)); plain.sendall(b"${pipelined[protocol]}"); print(plain.recv(999)); inside = ssl._create_unverified_context().wrap_socket(plain); print("inside TLS:", inside.recv(999))'`,
    { address, ...place },
  );

/** Ports of IMAP and POP3 with STARTTLS. */
const mailPorts = endpointsOf({
  needs: ['vulnerabilities'],
  survey: ({ vulnerabilities: { startTls } }) => ({
    silence: silenceOf(startTls),
    endpoints: startTls.known ? startTls.value.map(({ host: serverName, ...port }) => ({ ...port, serverName })) : [],
    leftOut: [],
  }),
});

export const vulnStarttlsInjection = checkOf(mailPorts, {
  id: 'vuln-starttls-injection',
  title: 'STARTTLS discards commands sent before the handshake (IMAP, POP3)',
  finding: 'STARTTLS command injection',
  weakness: { cvss: 'luredInterception', cwe: [77, 349] },
  mode: 'deep',
  judge: ({ protocol, exchange, ...place }) =>
    judgeAnswer(exchange, place.port, (value) => {
      const { vulnerable, lines } = readPipelined(value);
      if (!vulnerable) return pass('A command sent before the TLS handshake is discarded');
      return fail({
        subject: protocol,
        description: `${protocol.toUpperCase()} on port ${place.port} executed, inside TLS, a command that was sent in plaintext after STARTTLS; expected: the server discards it (RFC 9051 section 6.2.1, RFC 2595 section 4).`,
        evidence: [lines, pipelineLine(place, protocol)],
      });
    }),
});
