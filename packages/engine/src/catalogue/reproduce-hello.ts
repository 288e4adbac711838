import { toHex } from '@perimeter/protocols/bytes';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import type { Extension } from '@perimeter/protocols/tls/handshake/extensions';
import type { CipherSuite } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type CommandTarget, reproduceLine } from './reproduce.ts';

/** A ClientHello that common tools cannot send: its offers beside the server name. */
export interface HelloToSend {
  suites: readonly number[];
  extensions: readonly Extension[];
}

const signatures = extension.signatureAlgorithms([0x0403, 0x0804, 0x0401, 0x0603, 0x0601, 0x0203, 0x0201]);

const readable = Uint8Array.from({ length: 32 }, (_, index) => index);

/**
 * Python command that sends a ClientHello in hex and prints the first bytes of the answer, for offers that most OpenSSL
 * builds cannot make. before: Python statements for the connection `s` before the hello is sent.
 */
export function helloLine(
  target: CommandTarget,
  { suites, extensions }: HelloToSend,
  before: readonly string[] = [],
): string | null {
  const message = encodeClientHello({
    version: wireVersions['TLSv1.2'],
    random: readable,
    sessionId: new Uint8Array(0),
    suites,
    compressionMethods: [0],
    extensions: [extension.serverName(target.serverName), ...extensions],
  });
  const record = toHex(clientHelloRecord(message, wireVersions['TLSv1.2']));
  const program = [
    'import socket',
    `s = socket.create_connection(('${target.address}', ${target.port}), 9)`,
    ...before,
    `s.sendall(bytes.fromhex('${record}'))`,
    "print(s.recv(256).hex(' '))",
  ].join('; ');
  return reproduceLine(`python3 -c "${program}"`, target);
}

/** Code point for explicit prime curves, sent by the server in place of a named curve (RFC 4492 section 5.1.1). */
const explicitPrimeCurves = 0xff01;

/**
 * A ClientHello that offers one group: a server that accepts it answers with a ServerHello (16 … 02), others with an
 * alert (15). Tools in distributions offer such groups beside others, or not at all.
 */
export const groupLine = (
  target: CommandTarget,
  group: number | undefined,
  suites: readonly Pick<CipherSuite, 'code'>[],
): string | null =>
  helloLine(target, {
    suites: suites.map(({ code }) => code),
    extensions: [extension.supportedGroups([group ?? explicitPrimeCurves]), extension.ecPointFormats, signatures],
  });
