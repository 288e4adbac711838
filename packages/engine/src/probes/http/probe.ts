import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import { isOwnUrl } from '../../evidence/site/own.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { visitAddresses } from './addresses.ts';
import { aroundLimits, askAround, type Final } from './around.ts';
import { collectEvidence, finalChain, follow, type NamedChain } from './collect.ts';
import { rememberDocuments, storedExchanges } from './kept-text.ts';
import { askOverHttp2 } from './over-http2.ts';
import { preloadOf, readPreloadAhead } from './preload.ts';
import { secondLookPausesMs, withSecondLooks } from './second-looks.ts';
import { knownHosts, siblingStarts, startsOf } from './starts.ts';
import { readPages } from './pages.ts';

type Collected = ReturnType<typeof collectEvidence>;

/** The final document in the form that further requests need. */
function finalOf(followed: readonly NamedChain[], { exchanges, finalDocument }: Collected): Final | null {
  const exchange = exchanges.find(({ id }) => id === finalDocument);
  const chain = finalChain(followed);
  return exchange === undefined || chain === undefined || exchange.address === null
    ? null
    : { url: chain.last, address: exchange.address, exchange };
}

/** Fetches the site from its starts, follows redirects, requests the final document at each address, and sends the requests around it; only tests set pauses. */
export async function probeHttp(context: ProbeContext, endpoints: EndpointsEvidence, pausesMs = secondLookPausesMs) {
  const { http, resolver, signal, target } = context;
  readPreloadAhead(context);
  const known = knownHosts(context, endpoints);
  const probing = { signal, resolver, known, share: 'documents', first: true, textOnly: true } as const;
  const means = http.probeWith({ ...probing, limits: httpLimits });
  const looks = { ask: means.ask, signal, pausesMs };
  const fetch = withSecondLooks(means.fetch, looks, (url) => isOwnUrl(target, url));
  const starts = startsOf(target.domain, endpoints);
  const [own, beside] = await Promise.all([
    follow(fetch, starts),
    starts.length === 0 ? [] : siblingStarts(target, means).then((siblings) => follow(fetch, siblings)),
  ]);
  const followed = [...own, ...beside];
  const collected = collectEvidence(followed, target);
  const final = finalOf(followed, collected);
  const [around, visited, http2] =
    final === null
      ? [{ exchanges: [] }, { exchanges: [], addresses: [] }, undefined]
      : await Promise.all([
          askAround(http.probeWith({ ...probing, limits: aroundLimits(httpLimits) }), final, target),
          visitAddresses(means, looks, { final, ...collected }),
          askOverHttp2(context, final),
        ]);
  const exchanges = [...collected.exchanges, ...visited.exchanges, ...around.exchanges];
  if (final !== null) rememberDocuments(context.http.documents, exchanges, final);
  return {
    ...collected,
    ...around,
    pages: await readPages(exchanges, context.http.documents),
    exchanges: storedExchanges(exchanges, collected.finalDocument),
    addresses: visited.addresses,
    ...(http2 === undefined ? {} : { http2 }),
    preload: await preloadOf(context, exchanges),
    lookups: await context.lookups(),
  };
}

/** The site's responses over HTTP and HTTPS, apex and www, each exchange once. */
export const httpProbe = defineProbe({
  kind: 'http',
  needs: ['endpoints'],
  run: async (context, { endpoints }) => ({ evidence: await probeHttp(context, endpoints) }),
});
