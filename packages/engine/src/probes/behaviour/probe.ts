import { noBehaviour } from '../../evidence/behaviour/none.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { notAskedBecause } from '../may-ask-site.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { sentRequests } from '../requests.data.ts';
import { families } from './families.ts';
import { askMorePages } from './more-pages.ts';
import { type BehaviourAnswer, createQuestions } from './questions.ts';
import { allowsAll, altSvcOf, echoes, http3Of, type OtherHost, reflections } from './read.ts';
import { otherWays } from './other-ways.ts';
import { namesOf } from './names.ts';

/** Every response is short or is not read to its end. */
const behaviourLimits = {
  ...httpLimits,
  exchangeMs: 6_000,
  firstByteMs: 3_000,
  maxWireBytes: 256 * 1024,
  maxDecodedBytes: 1024 * 1024,
};

const idOf = ({ exchange }: BehaviourAnswer): { exchange: string } => ({ exchange: exchange.id });

/** Sends the final document's origin requests with other origins, methods and hosts. */
export async function probeBehaviour(
  context: ProbeContext,
  http: EvidenceByKind['http'],
): Promise<EvidenceByKind['behaviour']> {
  const final = http.exchanges.find(({ id }) => id === http.finalDocument);
  const notAsked = notAskedBecause(http, final);
  if (final === undefined || final.address === null || notAsked !== null) return { ...noBehaviour, notAsked };
  const asked = new URL(final.url);
  asked.search = '';
  const { resolver, signal, target } = context;
  const means = context.http.probeWith({ limits: behaviourLimits, signal, resolver, share: 'documents' });
  const { origins, host, mark } = namesOf(asked, target.seed);
  const ask = createQuestions(means, final.address);
  const [random] = origins;
  const other: OtherHost = { sent: host, url: asked };
  const [cors, preflight, options, crossdomain, trace, hostHeader, seen, more, ways] = await Promise.all([
    Promise.all(origins.map(({ variant, origin }) => ask(`cors-${variant}`, asked, { headers: [['Origin', origin]] }))),
    ask('preflight', asked, {
      method: sentRequests.preflight.method,
      headers: [
        ['Origin', random.origin],
        ['Access-Control-Request-Method', 'PUT'],
        ['Access-Control-Request-Headers', 'x-perimeter'],
      ],
    }),
    ask('options', asked, { method: sentRequests.options.method }),
    ask('crossdomain', new URL(sentRequests.crossdomain.path, asked)),
    ask('trace', asked, { method: sentRequests.trace.method, alone: true, headers: [['X-Perimeter', mark]] }),
    ask('host-header', asked, { alone: true, headers: [['Host', host]] }),
    families(http, final, context.http.documents),
    target.scanMode === 'deep' ? askMorePages(context, final, asked, { ask, word: mark }) : null,
    otherWays(context, altSvcOf(final), { url: asked, address: final.address }),
  ]);
  const answers = [...cors, preflight, options, crossdomain, trace, hostHeader, ...(more?.answers ?? [])];
  return {
    url: asked.href,
    notAsked: null,
    exchanges: answers.map(({ exchange }) => exchange),
    cors: origins.map(({ variant, origin }) => ({ variant, origin, exchange: `cors-${variant}` })),
    preflight: { origin: random.origin, ...idOf(preflight) },
    options: idOf(options),
    trace: { ...idOf(trace), echoed: echoes(trace, mark) },
    hostHeader: { sent: host, ...idOf(hostHeader), reflectedIn: reflections(hostHeader, other) },
    crossdomain: { ...idOf(crossdomain), allowsAll: allowsAll(crossdomain) },
    ...ways,
    http3: { advertised: http3Of(final), asked: ways.http3 },
    families: seen,
    ...more?.pages,
  };
}

/** How the site responds to requests other than a visitor's plain GET. */
export const behaviourProbe = defineProbe({
  kind: 'behaviour',
  needs: ['http'],
  run: async (context, { http }) => ({ evidence: await probeBehaviour(context, http) }),
});
