import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { notApplicable } from '../../../catalogue/outcome.ts';
import {
  anySuite,
  opensslCommand,
  opensslLine,
  opensslOldOptions,
  reproduceLine,
} from '../../../catalogue/reproduce.ts';
import { helloLine } from '../../../catalogue/reproduce-hello.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { aboveSsl2 } from '../../derive/subjects/tls-endpoints.ts';
import { judgeFeature } from '../../derive/tls/features.ts';
import { acceptsAny, classicVersions } from '../../../evidence/tls/inventory.ts';

/** Not applicable where no version before TLS 1.3 is accepted. */
const beforeTls13 =
  (judge: ReturnType<typeof judgeFeature>) =>
  (endpoint: TlsEndpoint): ReturnType<typeof judge> => {
    const found = judge(endpoint);
    const isOpen = found !== null && 'outcome' in found && found.outcome === 'inconclusive';
    return isOpen && acceptsAny(endpoint, classicVersions) === false
      ? notApplicable('Only TLS 1.3 is accepted, which does not support it')
      : found;
  };

/** The command that prints the local time and the first bytes of both randoms, the server's after the client's. */
const clockLine = (endpoint: TlsEndpoint): string | null =>
  reproduceLine(
    `printf 'Now: 0x%X\\n' $(date +%s); ${opensslCommand(endpoint, ...opensslOldOptions('-tls1_2'), '-trace')} 2>&1 | grep gmt_unix_time`,
    endpoint,
  );

export const tlsGmtTime = checkOf(aboveSsl2, {
  id: 'tls-gmt-time',
  title: 'ServerHello random does not disclose server time',
  finding: 'ServerHello random discloses server time',
  judge: beforeTls13(
    judgeFeature({
      feature: 'gmtUnixTime',
      wanted: false,
      description:
        'The first four bytes of ServerHello.random contain the server time (gmt_unix_time); current servers fill all 32 bytes at random.',
      seen: ['ServerHello.random starts with the current time in several handshakes'],
      command: clockLine,
    }),
  ),
});

/** OpenSSL no longer offers the extension; with it, the ServerHello ends in 00 0f 00 01. */
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

export const tlsHeartbeatOffered = checkOf(aboveSsl2, {
  id: 'tls-heartbeat-offered',
  title: 'Heartbeat extension is disabled',
  finding: 'Heartbeat extension is enabled',
  judge: beforeTls13(
    judgeFeature({
      feature: 'heartbeat',
      wanted: false,
      description: 'The server supports the heartbeat extension (15), which web servers do not need.',
      seen: ['Offered: extension 000f heartbeat. Answered: ServerHello with it'],
      command: heartbeatLine,
    }),
  ),
});

export const tlsNpn = checkOf(aboveSsl2, {
  id: 'tls-npn',
  title: 'NPN extension is disabled',
  finding: 'NPN extension is enabled',
  judge: beforeTls13(
    judgeFeature({
      feature: 'npn',
      wanted: false,
      description: 'The server supports next_protocol_negotiation (13172), a draft that ALPN replaced in 2014.',
      seen: ['Offered: extension 3374 next_protocol_negotiation. Answered: ServerHello with it'],
      command: (endpoint) => opensslLine(endpoint, ...opensslOldOptions('-tls1_2'), '-nextprotoneg http/1.1'),
    }),
  ),
});

export const tlsClientAuth = checkOf(aboveSsl2, {
  id: 'tls-client-auth',
  title: 'No client certificate is requested',
  finding: 'Client certificate is requested',
  judge: judgeFeature({
    feature: 'requestsClientCertificate',
    wanted: false,
    description:
      'The server sends a CertificateRequest. If it requires a client certificate, the content behind it was not audited.',
    seen: ['Answered: CertificateRequest in the handshake'],
    command: (endpoint) => opensslLine(endpoint, anySuite),
  }),
});

export const tlsAlpnLax = checkOf(aboveSsl2, {
  id: 'tls-alpn-lax',
  title: 'Unknown ALPN protocols are rejected',
  finding: 'Unknown ALPN protocols are not rejected',
  judge: judgeFeature({
    feature: 'alpnRejectsUnknown',
    description:
      'The server accepted a ClientHello with only an unknown application protocol, without alert 120 no_application_protocol.',
    seen: ['Offered: ALPN with one unknown protocol. Answered: ServerHello'],
    command: (endpoint) => opensslLine(endpoint, anySuite, '-alpn x-unknown'),
  }),
});
