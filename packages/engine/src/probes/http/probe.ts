import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { HttpChain, HttpExchange, HttpPurpose } from '../../evidence/http/schema.ts';
import { type HostAddresses, guarded } from '../../net/http/hosts.ts';
import { type HttpLimits, httpLimits } from '../../net/http/limits.ts';
import { followRedirects } from '../../net/http/redirects.ts';
import type { ProbeHttp, ReceivedDocuments } from '../../net/http/client.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { visitAddresses } from './addresses.ts';
import { aroundLimits, askAround, type Final } from './around.ts';
import { collectEvidence, finalChain, type NamedChain } from './collect.ts';
import { storedExchanges } from './kept-text.ts';
import { isWithin } from './own-hosts.ts';
import { readPages } from './pages.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';

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

interface Start {
  start: HttpChain['start'];
  url: URL;
}

type Collected = ReturnType<typeof collectEvidence>;

/** Where chains begin: the target over both schemes, and its www host where that exists beside it; nowhere without any address. */
function startsOf(domain: string, endpoints: EndpointsEvidence): Start[] {
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

/** The apex of a www target, where it has an address: redirects and HSTS of the two are compared. */
async function siblingStarts({ domain, registrableDomain }: TargetEvidence, { lookup }: ProbeHttp): Promise<Start[]> {
  const apex = domain.replace(/^www\./, '');
  if (apex === domain || !isWithin(apex, registrableDomain)) return [];
  const found = await lookup(apex);
  if (!found.ok) return [];
  return [
    { start: 'http-sibling', url: new URL(`http://${apex}/`) },
    { start: 'https-sibling', url: new URL(`https://${apex}/`) },
  ];
}

const follow = ({ fetch }: ProbeHttp, starts: readonly Start[]): Promise<NamedChain[]> =>
  Promise.all(starts.map(async ({ start, url }) => ({ start, ...(await followRedirects(fetch, url)) })));

/** The final document as further requests need it. */
function finalOf(followed: readonly NamedChain[], { exchanges, finalDocument }: Collected): Final | null {
  const exchange = exchanges.find(({ id }) => id === finalDocument);
  const chain = finalChain(followed);
  return exchange === undefined || chain === undefined || exchange.address === null
    ? null
    : { url: chain.last, address: exchange.address, exchange };
}

/** The page probe reads these as they came: what is stored of them is masked. */
function rememberDocuments(
  documents: ReceivedDocuments,
  exchanges: readonly HttpExchange[],
  { url, exchange: final }: Final,
): void {
  for (const { id, purpose, url: asked, result } of exchanges) {
    const isRead = id === final.id || purpose === 'missing' || purpose === 'again';
    if (!isRead || !result.ok || result.response.body.text === null) continue;
    documents.set(id, { url: purpose === 'missing' ? new URL(asked) : url, text: result.response.body.text });
  }
}

/** Whose markup is read: the others repeat a document, or are no pages. */
const read: ReadonlySet<HttpPurpose | undefined> = new Set(['start', 'redirect-host', 'missing']);

/** Fetches the site over its starting points, follows their redirects, asks for the final document at each address, and around it; limits are given only by tests. */
export async function probeHttp(context: ProbeContext, endpoints: EndpointsEvidence, limits: HttpLimits = httpLimits) {
  const { http, resolver, signal, target } = context;
  const known = knownHosts(context, endpoints);
  const probing = { signal, resolver, known, share: 'documents', first: true } as const;
  const means = http.probeWith({ ...probing, limits });
  const starts = startsOf(target.domain, endpoints);
  const [own, beside] = await Promise.all([
    follow(means, starts),
    starts.length === 0 ? [] : siblingStarts(target, means).then((siblings) => follow(means, siblings)),
  ]);
  const followed = [...own, ...beside];
  const collected = collectEvidence(followed, target.registrableDomain);
  const final = finalOf(followed, collected);
  const [around, visited] =
    final === null
      ? [{ exchanges: [] }, { exchanges: [], addresses: [] }]
      : await Promise.all([
          askAround(http.probeWith({ ...probing, limits: aroundLimits(limits) }), final, target),
          visitAddresses(means, final, collected),
        ]);
  const exchanges = [...collected.exchanges, ...visited.exchanges, ...around.exchanges];
  if (final !== null) rememberDocuments(context.http.documents, exchanges, final);
  return {
    ...collected,
    ...around,
    pages: await readPages(exchanges.filter(({ purpose }) => read.has(purpose))),
    exchanges: storedExchanges(exchanges, collected.finalDocument),
    addresses: visited.addresses,
    lookups: await context.lookups(),
  };
}

/** What the site answers over HTTP and HTTPS, apex and www, each exchange once. */
export const httpProbe = defineProbe({
  kind: 'http',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => ({ evidence: await probeHttp(context, endpoints) }),
});
