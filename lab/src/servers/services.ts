import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { addressesOf, endpoint } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { pkiFolder } from '../pki/store.ts';
import { exposedServices } from './exposed.data.ts';
import { listenTcp, listening } from './listen.ts';
import type { Bind, Listening } from './listen.ts';
import { modernTls } from './modern-tls.ts';
import { serveSmtp } from './smtp.ts';
import type { MailServer } from './smtp.ts';

/** Starts the mail servers, the exposed services and the host that certificates point to. */
export async function startServices(chosen: readonly Endpoint[], bind: Bind): Promise<Listening> {
  const group = listening();
  await Promise.all(
    chosen.flatMap((row) =>
      addressesOf(row).flatMap((address) =>
        row.ports.map((port) => listenTcp(group, bind(address, port), serverFor(row, port))),
      ),
    ),
  );
  return group;
}

function serverFor({ host }: Endpoint, port: number): (socket: Socket) => void {
  if (host === 'exposed.lab') return (socket) => serveBanner(socket, port);
  if (host === 'pki.lab') return serveIssuers;
  const mail = mailServer(host);
  return (socket) => serveSmtp(socket, mail);
}

function mailServer(host: string): MailServer {
  if (host === 'mail.good.lab') {
    const { ALPNProtocols: _alpn, ...tls } = modernTls(endpoint(host));
    return { host, banner: `${host} ESMTP`, capabilities: ['PIPELINING', 'SIZE 10485760', '8BITMIME'], tls };
  }
  return {
    host,
    banner: `${host} ESMTP Postfix (2.9.6) Debian/GNU`,
    capabilities: ['PIPELINING', 'VRFY', 'AUTH PLAIN LOGIN', 'SIZE'],
  };
}

function serveBanner(socket: Socket, port: number): void {
  const service = exposedServices[port];
  socket.setTimeout(10_000, () => socket.destroy());
  if (service?.greeting !== undefined) socket.write(service.greeting);
  socket.once('data', () => socket.end(service?.answer ?? Buffer.alloc(0)));
}

/** Issuer certificates in DER under the paths of the AIA extension (RFC 5280 section 4.2.2.1). */
function serveIssuers(socket: Socket): void {
  socket.once('data', (chunk: Buffer) => {
    const [, name] = /^GET \/(e1|r1|root)\.crt /.exec(chunk.toString('latin1')) ?? [];
    if (name === undefined)
      return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    const der = new X509Certificate(readFileSync(join(pkiFolder, `${name}.crt`))).raw;
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Type: application/pkix-cert\r\nContent-Length: ${der.length}\r\nConnection: close\r\n\r\n`,
    );
    socket.end(der);
  });
}
