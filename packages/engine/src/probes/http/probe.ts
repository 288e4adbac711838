import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { HttpChain } from '../../evidence/http/schema.ts';
import { type HostAddresses, guarded } from '../../net/http/hosts.ts';
import { type HttpLimits, httpLimits } from '../../net/http/limits.ts';
import { followRedirects } from '../../net/http/redirects.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { visitAddresses } from './addresses.ts';
import { collectEvidence, finalChain } from './collect.ts';
import { netFailed } from '../../evidence/observed.ts';

type Host = EndpointsEvidence['hosts'][number];

const noAddress = ({ host, status }: Host): HostAddresses => ({
  ok: false,
  failure: netFailed('unreachable', 'no-address-found', host, status),
});

/** Hosts that the endpoints probe has already looked up; the guard is asked again, as before every connection. */
function knownHosts({ guard }: ProbeContext, { hosts }: EndpointsEvidence): Map<string, HostAddresses> {
  return new Map(
    hosts.map((host) => {
      const addresses = host.addresses.map(({ address }) => address);
      return [host.host, addresses.length === 0 ? noAddress(host) : guarded(guard, host.host, addresses)];
    }),
  );
}

/** Where chains begin: the target over both schemes, and its www host where that exists beside it; nowhere without any address. */
function startsOf(domain: string, endpoints: EndpointsEvidence): { start: HttpChain['start']; url: URL }[] {
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

/** Fetches the site over its starting points, follows their redirects, and asks for the final document at each address; limits are given only by tests. */
export async function probeHttp(context: ProbeContext, endpoints: EndpointsEvidence, limits: HttpLimits = httpLimits) {
  const { http, resolver, signal, target } = context;
  const known = knownHosts(context, endpoints);
  const means = http.probeWith({ limits, signal, resolver, known, share: 'documents', first: true });
  const chains = startsOf(target.domain, endpoints).map(async ({ start, url }) => ({
    start,
    ...(await followRedirects(means.fetch, url)),
  }));
  const followed = await Promise.all(chains);
  const collected = await collectEvidence(followed);
  const chain = finalChain(followed);
  const visited = chain === undefined ? null : await visitAddresses(means, chain, collected);
  return {
    ...collected,
    exchanges: [...collected.exchanges, ...(visited?.exchanges ?? [])],
    addresses: visited?.addresses ?? [],
    lookups: await context.lookups(),
  };
}

/** What the site answers over HTTP and HTTPS, apex and www, each exchange once. */
export const httpProbe = defineProbe({
  kind: 'http',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => ({ evidence: await probeHttp(context, endpoints) }),
});
