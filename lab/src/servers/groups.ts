import { addressesOf, endpoints } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { exposedEndpoints } from '../hosts/exposed.data.ts';
import { fakes } from '../fakes/fakes.data.ts';
import { policyHost } from '../hosts/mail.data.ts';
import { policyPages } from './mail/policies.ts';
import { versionAnswer } from '@perimeter/protocols/quic/testing/version-negotiation';
import {
  listenTcp,
  listenTls,
  listenUdp,
  onOnePort,
  type Bind,
  type Listening,
  type ListenAt,
} from '../machine/listen.ts';
import { html, type Pages } from '../sites/site.ts';
import { sites } from './sites.data.ts';
import { staplesOf } from './tls/staple.ts';
import { tlsOptions } from './tls/tls-options.ts';
import { serveSite } from './web.ts';

/** A set of the lab's own servers that runs in one process. */
export type ServerGroup = 'web' | 'all-web' | 'services' | 'fakes' | 'hostile' | 'exposed';

/** Starts the web sites among these endpoints, and the certificate variants. */
export async function startWeb(group: Listening, chosen: readonly Endpoint[], bind: Bind): Promise<void> {
  const known = sites(new Date());
  await Promise.all(
    chosen.flatMap((endpoint) =>
      addressesOf(endpoint).flatMap((address) =>
        endpoint.ports.map((port) => {
          const openTcp = (at: ListenAt): Promise<number> => startPort(endpoint, address, { port, at });
          const hasQuic = endpoint.quic === true && port === 443;
          return hasQuic ? onOnePort(bind(address, port), openUdp, openTcp) : openTcp(bind(address, port));
        }),
      ),
    ),
  );

  function openUdp(at: ListenAt): Promise<number> {
    return listenUdp(group, at, answerVersions);
  }

  function startPort(
    endpoint: Endpoint,
    address: string,
    { port, at }: { port: number; at: ListenAt },
  ): Promise<number> {
    const site = known[endpoint.host];
    if (port === 80) return listenTcp(group, at, (socket) => serveSite(socket, site?.http ?? defaultPages(endpoint)));
    const options = { ...tlsOptions(endpoint, address), ...staplesOf(endpoint) };
    if (endpoint.host === 'h2only.lab') return listenTls(group, at, options, (socket) => socket.end(http2Settings));
    if (endpoint.host === policyHost)
      return listenTls(group, at, options, (socket) => serveSite(socket, policyPages(socket)));
    return listenTls(group, at, options, (socket) => serveSite(socket, site?.https ?? defaultPages(endpoint)));
  }
}

/** QUIC as far as the question for its versions: version 1 (RFC 9000) and 2 (RFC 9369). */
const answerVersions = (datagram: Uint8Array): Uint8Array | null => versionAnswer(datagram, [1, 0x6b33_43cf]);

/** The first frame of a server of HTTP/2: SETTINGS (RFC 9113 section 6.5). */
const http2Settings = Buffer.from('00001204000000000000030000006400040000ffff000500004000', 'hex');

/** Serves the plain pages of a host over TLS. */
export const listenSite = (group: Listening, at: ListenAt, row: Endpoint): Promise<number> =>
  listenTls(group, at, tlsOptions(row, row.address), (socket) => serveSite(socket, defaultPages(row)));

/** What a host answers that has no pages of its own. */
export function defaultPages({ host, what }: Endpoint): Pages {
  return { '*': html([], `<head><title>${host}</title></head><body><p>${what}</p></body>`) };
}

/** The endpoints that the lab's own code serves in this group. */
export function ownEndpoints(group: ServerGroup): readonly Endpoint[] {
  if (group === 'exposed') return exposedEndpoints;
  const own = endpoints.filter((row) => row.server === 'node' && !exposedEndpoints.includes(row));
  if (group === 'all-web') return [...ownEndpoints('web'), ...endpoints.filter(({ server }) => server === 'nginx')];
  if (group === 'fakes') return own.filter(({ host }) => host in fakes);
  if (group === 'hostile') return own.filter(({ host }) => host.startsWith('hostile-'));
  const ordinary = own.filter(({ host }) => !(host in fakes) && !host.startsWith('hostile-'));
  return ordinary.filter((row) => isService(row) === (group === 'services'));
}

/** More than a web site: other ports, or something else than pages on the usual ones. */
function isService({ ports, host }: Endpoint): boolean {
  return host === 'pki.lab' || host === 'opossum.lab' || !ports.every((port) => port === 80 || port === 443);
}
