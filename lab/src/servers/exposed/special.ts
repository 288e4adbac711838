import { serveSite } from '../web.ts';
import { plain, type Pages } from '../../sites/site.ts';
import { mysql } from './databases.ts';
import { lineService, octets, service, silent, type TcpFake } from './fake.ts';
import { hostilePorts } from './hostile-ports.ts';
import { ftp, imap, pop3 } from './logins.ts';
import { recorder } from './recorder.ts';
import { vnc } from './screens.ts';
import { soundOffer, ssh, sshOffers } from './ssh.ts';
import { smb } from './windows.ts';

const site =
  (pages: Pages): TcpFake =>
  (socket) =>
    serveSite(socket, pages);

/** A cache network's answer on its own ports. */
const edge = site({
  '*': plain(
    'error code: 1003',
    [
      ['Server', 'cloudflare'],
      ['CF-RAY', '8f00000000000000-LAB'],
    ],
    403,
  ),
});

/** Redis as far as PING: no banner, no version. */
const redis = service(null, (message) =>
  octets(/^(?:\*1\r\n\$4\r\n)?ping\r\n$/i.test(message.toString('latin1')) ? '+PONG\r\n' : '-ERR unknown command\r\n'),
);
const shop = site({ '*': plain('A shop. We write about Redis, MongoDB, Docker and "cluster_name" here.') });

/** Services by host and port that stand in no group. */
const ports: Readonly<Record<string, Readonly<Record<number, TcpFake>>>> = {
  ...hostilePorts,
  'edge.lab': { 80: edge, 2375: edge, 6379: silent, 8080: edge, 8443: edge },
  'shared.lab': { 21: ftp(false), 3306: mysql },
  'device.lab': { 8443: site({ '*': plain('default backend - 404', [], 404) }) },
  'v6equal.lab': { 22: ssh(soundOffer) },
  'neutral.lab': {
    7000: redis,
    7001: mysql,
    7002: smb(false),
    7070: vnc('none'),
    7180: pop3(false),
    7187: imap(true),
  },
  'impostor.lab': {
    22: shop,
    2375: shop,
    5900: ssh(soundOffer),
    6379: shop,
    9200: shop,
    11_434: lineService('220 mail.impostor.lab ESMTP\r\n', [[/^/, '500 Unknown command.\r\n']]),
    27_017: site({ '*': plain('It looks like you are trying to access MongoDB over HTTP on the native driver port.') }),
  },
};

/** What a host has open on IPv6 alone. */
export const ipv6Only: Readonly<Record<string, Readonly<Record<number, TcpFake>>>> = {
  'v6gap.lab': { 22: ssh(soundOffer), 6379: redis },
};

/** The server behind a port of a host that stands in no group. */
export function specialOf(host: string, port: number): TcpFake | null {
  // Port 443 belongs to the host's web server, which another table describes.
  if (port === 443) return null;
  if (host === 'industrial.lab') return recorder(host, port);
  const offer = sshOffers[host];
  if (offer !== undefined) return ssh(offer);
  return ports[host]?.[port] ?? null;
}
