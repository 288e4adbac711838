import type { Socket } from 'node:net';
import { addressesOf } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { serveBanner } from './banner.ts';
import { defaultPages, listenSite } from './groups.ts';
import { listenTcp, type Bind, type Listening, type ListenAt } from '../machine/listen.ts';
import { serveMail } from './mail/mail.ts';
import { serveOpossum } from './tls/opossum.ts';
import { servePki } from './pki-site.ts';
import { sharedKeyServer } from './tls/shared-key.ts';

/** Starts the mail servers, the exposed services, the host that certificates point to, and whatever else is no mere web site. */
export async function startServices(group: Listening, chosen: readonly Endpoint[], bind: Bind): Promise<void> {
  await Promise.all(
    chosen.flatMap((row) =>
      addressesOf(row).flatMap((address) => row.ports.map((port) => startPort(group, row, port, bind(address, port)))),
    ),
  );
}

function startPort(group: Listening, row: Endpoint, port: number, at: ListenAt): Promise<number> {
  const fake = sharedKeyServer(row, port);
  if (fake !== null) return listenTcp(group, at, fake);
  return port === 443 ? listenSite(group, at, row) : listenTcp(group, at, serverFor(row, port));
}

function serverFor(row: Endpoint, port: number): (socket: Socket) => void {
  if (row.host === 'exposed.lab') return (socket) => serveBanner(socket, port);
  if (row.host === 'pki.lab') return servePki;
  return row.host === 'opossum.lab' ? serveOpossum(row, defaultPages(row)) : serveMail(row, port);
}
