import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { addressesOf } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { exposedServices } from './exposed.data.ts';
import type { FakeBehaviour } from '../fakes/behaviour.ts';
import { serveFakeTls } from '../fakes/fake-tls.ts';
import { defaultPages } from './groups.ts';
import { identityOf } from './identity.ts';
import { listenTcp, listenTls, listening, type Bind, type Listening } from './listen.ts';
import { serveMailAccess } from './mail-access.ts';
import { keysOf, modernTls } from './modern-tls.ts';
import { serveUpgradable } from './opossum.ts';
import { servePki } from './pki-site.ts';
import { serveSmtp, type MailServer } from './smtp.ts';
import { tlsOptions } from './tls-options.ts';
import { serveSite } from './web.ts';

/** Starts the mail servers, the exposed services, the host that certificates point to, and whatever else is no mere web site. */
export async function startServices(chosen: readonly Endpoint[], bind: Bind): Promise<Listening> {
  const group = listening();
  await Promise.all(
    chosen.flatMap((row) =>
      addressesOf(row).flatMap((address) => row.ports.map((port) => startPort(group, row, port, bind(address, port)))),
    ),
  );
  return group;
}

function startPort(group: Listening, row: Endpoint, port: number, at: { host: string; port: number }): Promise<void> {
  if (port === 443 && !(row.host in sharedKeyFakes)) {
    return listenTls(group, at, tlsOptions(row, row.address), (socket) => serveSite(socket, defaultPages(row)));
  }
  return listenTcp(group, at, serverFor(row, port));
}

function serverFor(row: Endpoint, port: number): (socket: Socket) => void {
  const { host } = row;
  const fake = sharedKeyFakes[host]?.[port];
  if (fake !== undefined) {
    const identity = identityOf(row);
    return (socket) => serveFakeTls(socket, fake, identity);
  }
  if (host === 'exposed.lab') return (socket) => serveBanner(socket, port);
  if (host === 'pki.lab') return servePki;
  if (host === 'opossum.lab') {
    const tls = modernTls(row);
    return (socket) => serveUpgradable(socket, defaultPages(row), tls);
  }
  const protocol = port === 143 ? 'imap' : port === 110 ? 'pop3' : undefined;
  if (protocol === undefined) {
    const mail = mailServer(row);
    return (socket) => serveSmtp(socket, mail);
  }
  const access = { protocol, host, tls: withoutAlpn(row), injectable: isInjectable(row) } as const;
  return (socket) => serveMailAccess(socket, access);
}

/** A sound server beside one of SSL 2.0 with the same key, as DROWN wants it. */
const sharedKeyFakes: Readonly<Record<string, Readonly<Record<number, FakeBehaviour>>>> = {
  'drown-shared.lab': {
    443: { versions: [0x0303], suites: [0xc02f, 0x009c] },
    993: { versions: [], suites: [], ssl2Kinds: [0x010080, 0x020080, 0x0700c0] },
  },
};

const isInjectable = ({ host }: Endpoint): boolean => host === 'starttls-inject.lab';

/** For mail, with the certificate that is kept for it, where one is. */
function withoutAlpn(row: Endpoint): TlsOptions {
  const { ALPNProtocols: _alpn, ...tls } = modernTls(row);
  const hasOwn = row.certificates?.some(({ served }) => served === 'mail') === true;
  return hasOwn ? { ...tls, ...keysOf(row, 'mail') } : tls;
}

function mailServer(row: Endpoint): MailServer {
  const { host } = row;
  if (host === 'mail.bad.lab') {
    return {
      host,
      banner: `${host} ESMTP Postfix (2.9.6) Debian/GNU`,
      capabilities: ['PIPELINING', 'VRFY', 'AUTH PLAIN LOGIN', 'SIZE'],
    };
  }
  const capabilities = ['PIPELINING', 'SIZE 10485760', '8BITMIME'];
  return { host, banner: `${host} ESMTP`, capabilities, tls: withoutAlpn(row), injectable: isInjectable(row) };
}

function serveBanner(socket: Socket, port: number): void {
  const service = exposedServices[port];
  socket.setTimeout(10_000, () => socket.destroy());
  if (service?.greeting !== undefined) socket.write(service.greeting);
  socket.once('data', () => socket.end(service?.answer ?? Buffer.alloc(0)));
}
