import type { SiteEvidence } from '../../../evidence/site/site-evidence.ts';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { inconclusive, notApplicable, type Plain } from '../../../catalogue/outcome.ts';
import { hostsWith } from '../../../evidence/endpoints/roles.ts';
import { deadEnds } from '../../../evidence/http/dead-ends.ts';
import { type Wall, wallText } from '../../../evidence/http/wall.ts';
import type { HttpChain, HttpEvidence } from '../../../evidence/http/schema.ts';
import { type Answer, answersOf, exchangesOfSite, isRedirect } from '../../../evidence/http/answer.ts';
import { demandsCertificate, failureText, isAddressless, isAnswered } from '../../../evidence/failure-text.ts';

export type { SiteEvidence };

/**
 * What stood at the target, as far as its headers can be judged. In each state `answers` are those of the target's own
 * hosts on the way, the document first; hosts of other registrable domains are never judged.
 * walled: something other than the site's document answered, and what follows from that for a check of the document.
 */
export type Site =
  | { state: 'answered'; document: Answer; answers: readonly Answer[] }
  | { state: 'walled'; kind: Wall['kind']; answers: readonly Answer[]; outcome: Plain }
  | { state: 'redirect-only'; destination: string; answers: readonly Answer[] }
  | { state: 'unseen'; outcome: Plain };

const byRank: readonly HttpChain['start'][] = ['https-apex', 'https-www', 'http-apex', 'http-www'];

/** Exchanges that may be the site's document: the one that the probe recorded, then the ends of the chains by rank. */
const documentIds = ({ finalDocument, chains }: HttpEvidence): string[] => [
  ...(finalDocument === null ? [] : [finalDocument]),
  ...byRank.flatMap((start) =>
    chains.flatMap((chain) => (chain.start === start && chain.ended === 'final' ? chain.hops.slice(-1) : [])),
  ),
];

const isHttp2Only = ({ exchanges }: HttpEvidence): boolean =>
  exchanges.some(({ result }) => !result.ok && result.failure.reason === 'http2-only');

/** Why nothing answered: a closed port or a missing address is a fact about the target, silence is unknown. */
function unanswered({ endpoints, http }: SiteEvidence): Plain {
  if (hostsWith(endpoints, 'web').every(({ status }) => status === 'nxdomain' || status === 'no-address')) {
    return notApplicable('The target has no address for HTTP');
  }
  const failures = exchangesOfSite(http).flatMap(({ result }) => (result.ok ? [] : [result.failure]));
  const isClosed = failures.every(({ reason }) => reason === 'refused' || reason === 'unreachable');
  if (isClosed && failures.some(({ reason }) => reason === 'refused')) {
    return notApplicable('No HTTP service: every connection was refused');
  }
  if (isHttp2Only(http)) return inconclusive('The server speaks HTTP/2 only, and this audit reads HTTP/1.1');
  const reasons = [...new Set(failures.map(failureText))];
  const what = failures.some(isAnswered) ? 'could be read' : 'was received';
  return inconclusive(`No HTTP response ${what} (${reasons.slice(0, 3).join('; ') || 'no request was made'})`);
}

/** Where a chain left the target's own hosts, by a hop made or tried; null where it did not, or where no browser follows. */
function destinationOf({ hops, ended }: HttpChain, { urls, answers, isOwn }: Ground): string | null {
  const last = hops.at(-1) ?? '';
  const reached = urls.get(last);
  if (ended === 'blocked' || ended === 'bad-location' || reached === undefined) return null;
  if (!isOwn(reached)) return reached.href;
  const answer = answers.get(last);
  const location = answer !== undefined && isRedirect(answer) ? combinedValue(answer.headers, 'Location') : null;
  if (location === null || !URL.canParse(location, reached.href)) return null;
  const next = new URL(location, reached);
  return isOwn(next) || !/^https?:$/.test(next.protocol) ? null : next.href;
}

/** The evidence by id, and whose hosts are the target's. */
interface Ground {
  urls: ReadonlyMap<string, URL>;
  answers: ReadonlyMap<string, Answer>;
  isOwn: (url: URL) => boolean;
}

const groundOf = ({ http, target }: SiteEvidence): Ground => ({
  urls: new Map(http.exchanges.flatMap(({ id, url }) => (URL.canParse(url) ? [[id, new URL(url)] as const] : []))),
  answers: answersOf(http),
  isOwn: ({ hostname }) => isInDomain(hostname, target.registrableDomain),
});

const ownAnswers = (ids: readonly string[], { answers, isOwn }: Ground): Answer[] =>
  ids.flatMap((id) => answers.get(id) ?? []).filter(({ url }) => isOwn(url));

/** Whether a response at the end of a chain represents the site: its own document, or its login. */
export const isDocument = ({ wall }: Answer): boolean => wall === null || wall.kind === 'login';

/** The first address of the site that answers only those who show a certificate. */
const demandingUrl = (http: HttpEvidence): string | undefined =>
  exchangesOfSite(http).find(({ result }) => !result.ok && demandsCertificate(result.failure))?.url;

function walledBy({ exchange, response }: Answer, wall: Wall, answers: readonly Answer[]): Site {
  const reason = `No document of the site was served: ${wallText(exchange.url, response, wall)}`;
  const isAnswer = wall.kind === 'client-certificate';
  return {
    state: 'walled',
    kind: wall.kind,
    answers,
    outcome: isAnswer ? notApplicable(reason) : inconclusive(reason),
  };
}

/**
 * True where a chain says nothing of the site: its start refuses connections (RST to SYN) at each address, or no address of it
 * may be connected to. Whoever accepts a connection and gives no answer may serve the site to others.
 */
function isShut({ hops }: HttpChain, { exchanges }: HttpEvidence): boolean {
  const start = exchanges.find(({ id }) => id === hops[0]);
  const failures = exchanges
    .filter(({ url }) => url === start?.url)
    .map(({ result }) => (result.ok ? null : result.failure));
  return failures.every(
    (failure) =>
      failure !== null &&
      (failure.reason === 'refused' ||
        failure.reason === 'blocked' ||
        (failure.reason === 'unreachable' &&
          (isAddressless(failure) || failures.some((other) => other?.reason === 'refused')))),
  );
}

/** True where DNS has addresses for a site and each of them refuses connections. */
export const isSiteShut = (http: HttpEvidence): boolean =>
  http.chains.every((chain) => isShut(chain, http)) &&
  http.exchanges.some(({ result }) => !result.ok && result.failure.reason === 'refused');

/** Reads the evidence once for a check: whose answers these are, and which of them is the site. */
export function siteOf(evidence: SiteEvidence): Site {
  const { http } = evidence;
  const ground = groundOf(evidence);
  const ends = ownAnswers(documentIds(http), ground);
  const document = ends.find(isDocument);
  const hops = ownAnswers(
    http.chains.flatMap(({ hops }) => hops),
    ground,
  );
  const answers = [...new Set(document === undefined ? hops : [document, ...hops])];
  if (document !== undefined) return { state: 'answered', document, answers };

  const [end] = ends;
  if (end !== undefined && end.wall !== null) return walledBy(end, end.wall, answers);
  const destinations = http.chains.filter((chain) => !isShut(chain, http)).map((chain) => destinationOf(chain, ground));
  const [destination] = destinations;
  if (typeof destination === 'string' && !destinations.includes(null)) {
    return { state: 'redirect-only', destination, answers };
  }
  const demanding = demandingUrl(http);
  if (demanding !== undefined) {
    const reason = `No document of the site was served: ${demanding} requires a client certificate`;
    return { state: 'walled', kind: 'client-certificate', answers, outcome: notApplicable(reason) };
  }
  if (answers.length === 0 || isHttp2Only(http)) return { state: 'unseen', outcome: unanswered(evidence) };
  return { state: 'unseen', outcome: inconclusive(`The redirects do not lead to a document: ${deadEnds(http)}`) };
}
