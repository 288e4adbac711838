import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type TLSSocketOptions } from 'node:tls';

/** Turns of the event loop without another byte behind a flight: counted, so that a busy machine does not end it early. */
const turnsAfterFlight = 100;
const mostTurns = 1_000_000;

/** Sends bytes to an OpenSSL server that lives in this process and resolves to its first flight; no network is involved. */
export function answerOf(
  hello: Uint8Array,
  options: TLSSocketOptions & { cert: string; key: string | Buffer },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
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
    let [pieces, turns, quietTurns] = [0, 0, 0];
    const look = (): void => {
      quietTurns = sent.length === pieces ? quietTurns + 1 : 0;
      pieces = sent.length;
      turns += 1;
      if (turns > mostTurns) return reject(new Error('The server did not answer'));
      if (pieces === 0 || quietTurns < turnsAfterFlight) return void setImmediate(look);
      server.destroy();
      resolve(new Uint8Array(Buffer.concat(sent)));
    };
    look();
  });
}
