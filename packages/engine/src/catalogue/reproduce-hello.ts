import { toHex } from '@perimeter/protocols/bytes';
import * as extension from '@perimeter/protocols/tls/handshake/client-extensions';
import { clientHelloRecord, encodeClientHello } from '@perimeter/protocols/tls/handshake/client-hello';
import type { Extension } from '@perimeter/protocols/tls/handshake/extensions';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { type CommandTarget, reproduceLine } from './reproduce.ts';

/** A hello that nobody's tools send: what it offers beside the server's name. */
interface HelloToSend {
  suites: readonly number[];
  extensions: readonly Extension[];
}

const readable = Uint8Array.from({ length: 32 }, (_, index) => index);

/** A hello in hex and the first bytes of its answer, by Python alone: for offers that the OpenSSL of most machines cannot make. */
export function helloLine(target: CommandTarget, { suites, extensions }: HelloToSend): string | null {
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
    `s.sendall(bytes.fromhex('${record}'))`,
    "print(s.recv(256).hex(' '))",
  ].join('; ');
  return reproduceLine(`python3 -c "${program}"`, target);
}
