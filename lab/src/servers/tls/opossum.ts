import type { Socket } from 'node:net';
import { TLSSocket, createSecureContext, type TlsOptions } from 'node:tls';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { modernTls } from './modern-tls.ts';
import type { Pages } from '../../sites/site.ts';
import { serveSite } from '../web.ts';

const maxHeadBytes = 16_384;

/** Cleartext HTTP that upgrades to TLS on the same connection on request (RFC 2817; CVE-2025-49812). */
export function serveOpossum(row: Endpoint, pages: Pages): (socket: Socket) => void {
  const tls = modernTls(row);
  return (socket) => serveUpgradable(socket, pages, tls);
}

function serveUpgradable(socket: Socket, pages: Pages, tls: TlsOptions): void {
  socket.once('data', (first: Buffer) => {
    const head = first.subarray(0, maxHeadBytes).toString('latin1');
    if (!/^upgrade:.*\bTLS\/1\.\d/im.test(head)) {
      serveSite(socket, pages);
      return void socket.emit('data', first);
    }
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: TLS/1.0, HTTP/1.1\r\nConnection: Upgrade\r\n\r\n');
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) });
    serveSite(secured, pages);
  });
}
