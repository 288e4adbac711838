import { edgeNetworkOf } from '../../evidence/http/edge-marks.ts';
import type { HttpEvidence, HttpExchange } from '../../evidence/http/schema.ts';
import type { OriginCandidate, RoutingEvidence } from '../../evidence/routing/schema.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { notAskedBecause } from '../may-ask-site.ts';
import type { ProbeContext } from '../probe.ts';
import { type AroundSite, candidatesIn } from './candidates.ts';
import { answerOf, described } from './origin-answer.ts';

type Known = AroundSite & { http: HttpEvidence };

const limits = {
  ...httpLimits,
  exchangeMs: 5_000,
  connectMs: 1_500,
  tlsMs: 3_000,
  firstByteMs: 3_000,
  maxWireBytes: 256 * 1024,
  maxDecodedBytes: 512 * 1024,
};

const finalOf = ({ exchanges, finalDocument }: HttpEvidence): HttpExchange | undefined =>
  exchanges.find(({ id }) => id === finalDocument);

/** Requests the site by name from the domain's addresses outside of the CDN: only the public document. */
export async function askOrigins(context: ProbeContext, known: Known): Promise<Pick<RoutingEvidence, 'origin'>> {
  const { target, http: client, resolver, signal, guard } = context;
  if (target.scanMode !== 'deep') return {};
  const final = finalOf(known.http);
  if (final === undefined || !final.result.ok || notAskedBecause(known.http, final) !== null) return { origin: null };
  const { status, headers } = final.result.response;
  const edge = edgeNetworkOf(headers);
  const document = client.documents.get(final.id) ?? null;
  if (edge === null || !URL.canParse(final.url)) return { origin: null };
  const url = new URL(final.url);
  const { title, simhash } = await described(document);
  const { ask } = client.probeWith({ limits, signal, resolver });
  const candidates = [...candidatesIn(known, target.registrableDomain, url.hostname)].filter(
    ([address]) => guard.check(address).allowed,
  );
  const asked = candidates.map(async ([address, names]): Promise<OriginCandidate> => {
    const exchanged = await ask(new URL(url), address);
    return { address, names, answer: await answerOf(url, exchanged) };
  });
  return {
    origin: {
      url: url.href.split('?', 1)[0] ?? '',
      edge,
      status,
      title,
      simhash,
      candidates: await Promise.all(asked),
    },
  };
}
