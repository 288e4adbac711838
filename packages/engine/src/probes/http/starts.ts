import { isInDomain } from '@perimeter/protocols/domain/below';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { HttpChain } from '../../evidence/http/schema.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import { type HostAddresses, guarded } from '../../net/http/hosts.ts';
import type { ProbeContext } from '../probe.ts';

type Host = EndpointsEvidence['hosts'][number];

const noAddress = ({ host, status }: Host): HostAddresses => ({
  ok: false,
  failure: netFailed('unreachable', 'no-address-found', host, status),
});

/** Hosts that the endpoints probe looked up; the guard checks them again, as before every connection. */
export function knownHosts({ guard }: ProbeContext, { hosts }: EndpointsEvidence): Map<string, HostAddresses> {
  return new Map(
    hosts.map((host) => {
      const addresses = host.addresses.map(({ address }) => address);
      return [host.host, addresses.length === 0 ? noAddress(host) : guarded(guard, host.host, addresses)];
    }),
  );
}

/** The start of a chain. */
export interface Start {
  start: HttpChain['start'];
  url: URL;
}

/** Starts of chains: the target over both schemes, and its www host if that exists; none without an address. */
export function startsOf(domain: string, endpoints: EndpointsEvidence): Start[] {
  const www = `www.${domain}`;
  const hosts = hostsWith(endpoints, 'web');
  if (hosts.every(({ addresses }) => addresses.length === 0)) return [];
  const apex = [
    { start: 'http-apex', url: new URL(`http://${domain}/`) },
    { start: 'https-apex', url: new URL(`https://${domain}/`) },
  ] as const;
  const hasWww = !domain.startsWith('www.') && hosts.some(({ host, status }) => host === www && status === 'exists');
  if (!hasWww) return [...apex];
  return [
    ...apex,
    { start: 'http-www', url: new URL(`http://${www}/`) },
    { start: 'https-www', url: new URL(`https://${www}/`) },
  ];
}

/** The apex of a www target, if it has an address, to compare redirects and HSTS. */
export async function siblingStarts(
  { domain, registrableDomain }: TargetEvidence,
  { lookup }: ProbeHttp,
): Promise<Start[]> {
  const apex = domain.replace(/^www\./, '');
  if (apex === domain || !isInDomain(apex, registrableDomain)) return [];
  const found = await lookup(apex);
  if (!found.ok) return [];
  return [
    { start: 'http-sibling', url: new URL(`http://${apex}/`) },
    { start: 'https-sibling', url: new URL(`https://${apex}/`) },
  ];
}
