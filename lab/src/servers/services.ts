import type { Socket } from 'node:net';
import { addressesOf, endpoint } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { exposedServices } from './exposed.data.ts';
import { listenTcp, listening } from './listen.ts';
import type { Bind, Listening } from './listen.ts';
import { modernTls } from './modern-tls.ts';
import { servePki } from './pki-site.ts';
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
  if (host === 'pki.lab') return servePki;
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
