import { createSecureContext } from 'node:tls';
import type { TlsOptions } from 'node:tls';
import { addressesOf, endpoints } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { fakes } from './fakes.data.ts';
import { listenTcp, listenTls, listening } from './listen.ts';
import type { Bind, Listening } from './listen.ts';
import { anyCertificateTls, badTls, keysOf, modernTls } from './modern-tls.ts';
import { postQuantumTls } from './post-quantum.ts';
import { html } from './site.ts';
import type { Pages } from './site.ts';
import { sites } from './sites.data.ts';
import { staplesOf } from './staple.ts';
import { serveSite } from './web.ts';

/** A set of the lab's own servers that runs in one process. */
export type ServerGroup = 'web' | 'all-web' | 'services' | 'fakes' | 'hostile';

/** Starts the web sites among these endpoints, and the certificate variants. */
export async function startWeb(chosen: readonly Endpoint[], bind: Bind): Promise<Listening> {
  const group = listening();
  const known = sites(new Date());
  await Promise.all(
    chosen.flatMap((endpoint) =>
      addressesOf(endpoint).flatMap((address) => endpoint.ports.map((port) => startPort(endpoint, address, port))),
    ),
  );
  return group;

  function startPort(endpoint: Endpoint, address: string, port: number): Promise<void> {
    const site = known[endpoint.host];
    const at = bind(address, port);
    if (port === 80) return listenTcp(group, at, (socket) => serveSite(socket, site?.http ?? defaultPages(endpoint)));
    const options = { ...tlsOptions(endpoint), ...certificatesFor(endpoint, address), ...staplesOf(endpoint) };
    return listenTls(group, at, options, (socket) => serveSite(socket, site?.https ?? defaultPages(endpoint)));
  }
}

function tlsOptions(endpoint: Endpoint): TlsOptions {
  if (endpoint.host === 'pq.lab') return postQuantumTls(endpoint);
  if (endpoint.host === 'bad.lab') return badTls(endpoint);
  if (endpoint.host === 'tls13.lab') return { ...modernTls(endpoint), minVersion: 'TLSv1.3' };
  return endpoint.host.startsWith('cert-') ? anyCertificateTls(endpoint) : modernTls(endpoint);
}

/** What a host serves at this kind of address only, or to clients that name no host. */
function certificatesFor(endpoint: Endpoint, address: string): TlsOptions {
  const cases = new Set(endpoint.certificates?.map(({ served }) => served));
  const kind = address.includes(':') ? 'ipv6' : 'ipv4';
  if (cases.has(kind)) return keysOf(endpoint, kind);
  if (!cases.has('no-sni')) return {};
  const named = createSecureContext(tlsOptions(endpoint));
  return { ...keysOf(endpoint, 'no-sni'), SNICallback: (_name, done) => done(null, named) };
}

function defaultPages({ host, what }: Endpoint): Pages {
  return { '*': html([], `<head><title>${host}</title></head><body><p>${what}</p></body>`) };
}

/** The endpoints that the lab's own code serves in this group. */
export function ownEndpoints(group: ServerGroup): readonly Endpoint[] {
  const own = endpoints.filter(({ server }) => server === 'node');
  if (group === 'all-web') return [...ownEndpoints('web'), ...endpoints.filter(({ server }) => server === 'nginx')];
  if (group === 'fakes') return own.filter(({ host }) => host in fakes);
  if (group === 'hostile') return own.filter(({ host }) => host.startsWith('hostile-'));
  const webPorts = (port: number): boolean => port === 80 || port === 443;
  const ordinary = own.filter(({ host }) => !(host in fakes) && !host.startsWith('hostile-'));
  if (group === 'services') return ordinary.filter(({ ports, host }) => !ports.every(webPorts) || host === 'pki.lab');
  return ordinary.filter(({ ports, host }) => ports.every(webPorts) && host !== 'pki.lab');
}
