import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type TLSSocketOptions } from 'node:tls';

/** Sends bytes to an OpenSSL server that lives in this process and resolves to its first flight; no network is involved. */
export function answerOf(
  hello: Uint8Array,
  options: TLSSocketOptions & { cert: string; key: string | Buffer },
): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const sent: Buffer[] = [];
    const wire = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        sent.push(chunk);
        done();
      },
    });
    const server = new TLSSocket(wire, { isServer: true, secureContext: createSecureContext(options), ...options });
    server.on('error', () => {});
    wire.push(hello);
    setTimeout(() => {
      server.destroy();
      resolve(new Uint8Array(Buffer.concat(sent)));
    }, 50);
  });
}
