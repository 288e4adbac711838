import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { keysOf, modernTls } from '../tls/modern-tls.ts';
import { mailKinds } from './kinds.ts';
import { serveMailAccess } from './mail-access.ts';
import { serveSmtp, type MailServer } from './smtp.ts';

const isInjectable = ({ host }: Endpoint): boolean => mailKinds[host]?.injectable === true;

/** For mail, with the certificate that is kept for it, where one is. */
function withoutAlpn(row: Endpoint): TlsOptions {
  const { ALPNProtocols: _alpn, ...tls } = modernTls(row);
  const hasOwn = row.certificates?.some(({ served }) => served === 'mail') === true;
  return hasOwn ? { ...tls, ...keysOf(row, 'mail') } : tls;
}

function mailServer(row: Endpoint): MailServer {
  const { host } = row;
  const { tls, ...kind } = mailKinds[host] ?? {};
  const sound = { host, banner: `${host} ESMTP`, capabilities: ['PIPELINING', 'SIZE 10485760', '8BITMIME'], ...kind };
  return tls === null ? sound : { ...sound, tls: { ...withoutAlpn(row), ...tls } };
}

/** Serves the protocol that belongs to a port: IMAP, POP3, or SMTP on any other. */
export function serveMail(row: Endpoint, port: number): (socket: Socket) => void {
  const protocol = port === 143 ? 'imap' : port === 110 ? 'pop3' : undefined;
  if (protocol === undefined) {
    const mail = mailServer(row);
    return (socket) => serveSmtp(socket, mail);
  }
  const access = { protocol, host: row.host, tls: withoutAlpn(row), injectable: isInjectable(row) } as const;
  return (socket) => serveMailAccess(socket, access);
}
