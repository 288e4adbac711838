import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import type { Check } from '../../../catalogue/check.ts';
import { informational, judgeSeen, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { opensslCommand, opensslLine, opensslOldOptions, reproduceLine } from '../../../catalogue/reproduce.ts';
import { helloLine } from '../../../catalogue/reproduce-hello.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { aboveSsl2Check } from '../../derive/tls/endpoints.ts';
import { acceptsAny, classicVersions } from '../../derive/tls/inventory.ts';
import { rawLines } from '../../derive/tls/proof.ts';
import { proof } from '../../derive/words/text.ts';

interface Fact extends Omit<Parameters<typeof aboveSsl2Check>[0], 'judge'> {
  /** The evidence that shows it: the field's name is also the key of its raw answer. */
  field: 'alpnRejectsUnknown' | 'gmtUnixTime' | 'heartbeat' | 'npn' | 'requestsClientCertificate';
  /** The value that is reported; true where left out. */
  reported?: boolean;
  /** TLS 1.3 can show it too. */
  inTls13?: boolean;
  description: string;
  line: string;
  /** The command by which a person sees the same. */
  command: (endpoint: TlsEndpoint) => string | null;
}

/** Declares a check that reports a fact and never fails. */
const factCheck = ({ field, reported = true, inTls13 = false, description, line, command, ...facts }: Fact): Check =>
  aboveSsl2Check({
    ...facts,
    judge: (endpoint: TlsEndpoint) => {
      const fact: Observed<boolean> = endpoint[field];
      if (!fact.known && !inTls13 && acceptsAny(endpoint, classicVersions) === false) {
        return notApplicable('Only TLS 1.3 is accepted, which does not support it');
      }
      return judgeSeen(fact, (value) =>
        value === reported
          ? informational({
              description,
              evidence: proof(line, rawLines(endpoint, [field]), command(endpoint)),
            })
          : pass(facts.title),
      );
    },
  });

/** The time of the machine, and the first bytes of both randoms, the server's behind the client's. */
const clockLine = (endpoint: TlsEndpoint): string | null =>
  reproduceLine(
    `printf 'Now: 0x%X\\n' $(date +%s); ${opensslCommand(endpoint, '-tls1_2', '-trace')} 2>&1 | grep gmt_unix_time`,
    endpoint,
  );

export const tlsGmtTime = factCheck({
  id: 'tls-gmt-time',
  title: 'ServerHello random does not disclose server time',
  finding: 'ServerHello random discloses server time',
  references: ['RFC 5246 section 7.4.1.2', 'RFC 8446 section 4.1.3'],
  field: 'gmtUnixTime',
  description:
    'The first four bytes of ServerHello.random contain the server time (gmt_unix_time); current servers fill all 32 bytes at random.',
  line: 'ServerHello.random starts with the current time in several handshakes',
  command: clockLine,
});

/** OpenSSL offers the extension no more; the ServerHello of a server that has it ends in 00 0f 00 01. */
const heartbeatLine = (endpoint: TlsEndpoint): string | null =>
  helloLine(endpoint, {
    suites: [0xc02f, 0xc02b, 0xc013, 0x009c, 0x002f, 0x000a],
    extensions: [
      extension.supportedGroups([0x001d, 0x0017]),
      extension.ecPointFormats,
      extension.signatureAlgorithms([0x0403, 0x0804, 0x0401, 0x0201]),
      extension.heartbeat,
    ],
  });

export const tlsHeartbeatOffered = factCheck({
  id: 'tls-heartbeat-offered',
  title: 'Heartbeat extension is disabled',
  finding: 'Heartbeat extension is enabled',
  references: ['RFC 6520', 'CVE-2014-0160'],
  field: 'heartbeat',
  description: 'The server supports the heartbeat extension (15), which web servers do not need.',
  line: 'Offered: extension 000f heartbeat. Answered: ServerHello with it',
  command: heartbeatLine,
});

export const tlsNpn = factCheck({
  id: 'tls-npn',
  title: 'NPN extension is disabled',
  finding: 'NPN extension is enabled',
  references: ['RFC 7301'],
  field: 'npn',
  description: 'The server supports next_protocol_negotiation (13172), a draft that ALPN replaced in 2014.',
  line: 'Offered: extension 3374 next_protocol_negotiation. Answered: ServerHello with it',
  command: (endpoint) =>
    opensslLine(endpoint, ...opensslOldOptions('-tls1_2', 'ALL:COMPLEMENTOFALL'), '-nextprotoneg http/1.1'),
});

export const tlsClientAuth = factCheck({
  id: 'tls-client-auth',
  title: 'No client certificate is requested',
  finding: 'Client certificate is requested',
  references: ['RFC 8446 section 4.3.2'],
  field: 'requestsClientCertificate',
  inTls13: true,
  description:
    'The server sends a CertificateRequest. If it requires a client certificate, the content behind it was not audited.',
  line: 'Answered: CertificateRequest in the handshake',
  command: (endpoint) => opensslLine(endpoint),
});

export const tlsAlpnLax = factCheck({
  id: 'tls-alpn-lax',
  title: 'Unknown ALPN protocols are rejected',
  finding: 'Unknown ALPN protocols are not rejected',
  references: ['RFC 7301 section 3.2', 'https://alpaca-attack.com/'],
  field: 'alpnRejectsUnknown',
  reported: false,
  inTls13: true,
  description:
    'The server accepted a ClientHello with only an unknown application protocol, without alert 120 no_application_protocol.',
  line: 'Offered: ALPN with one unknown protocol. Answered: ServerHello',
  command: (endpoint) => opensslLine(endpoint, '-alpn x-unknown'),
});
