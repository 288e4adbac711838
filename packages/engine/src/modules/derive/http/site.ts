import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { inconclusive, notApplicable, type Outcome } from '../../../catalogue/outcome.ts';
import { hostsWith } from '../../../evidence/endpoints/roles.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { botWallText } from '../../../evidence/http/bot-wall.ts';
import type { HttpChain, HttpEvidence } from '../../../evidence/http/schema.ts';
import { type Answer, answersOf, isRedirect } from './answer.ts';

/** What every check of HTTP answers looks at. */
export type SiteEvidence = Pick<EvidenceByKind, 'endpoints' | 'http' | 'target'>;

/**
 * What stood at the target, as far as its headers can be judged. In each state `answers` are those of the target's own
 * hosts on the way, the document first; hosts of other registrable domains are somebody else's and are never judged.
 */
export type Site =
  | { state: 'answered'; document: Answer; answers: readonly Answer[] }
  | { state: 'walled'; document: Answer | null; answers: readonly Answer[]; wall: string }
  | { state: 'redirect-only'; destination: string; answers: readonly Answer[] }
  | { state: 'unseen'; outcome: Outcome };

const byRank: readonly HttpChain['start'][] = ['https-apex', 'https-www', 'http-apex', 'http-www'];

/** Where the document that stands for the site may be: where the probe says, else at the end of the best chain. */
const documentIds = ({ finalDocument, chains }: HttpEvidence): string[] => [
  ...(finalDocument === null ? [] : [finalDocument]),
  ...byRank.flatMap((start) =>
    chains.flatMap((chain) => (chain.start === start && chain.ended === 'final' ? chain.hops.slice(-1) : [])),
  ),
];

/** Why nothing answered: a closed port or a missing address is a fact about the target, silence is none. */
function unanswered({ endpoints, http }: SiteEvidence): Outcome {
  if (hostsWith(endpoints, 'web').every(({ status }) => status === 'nxdomain' || status === 'no-address')) {
    return notApplicable('The target has no address for HTTP');
  }
  const failures = http.exchanges.flatMap(({ result }) => (result.ok ? [] : [result.failure]));
  const isClosed = failures.every(({ reason }) => reason === 'refused' || reason === 'unreachable');
  if (isClosed && failures.some(({ reason }) => reason === 'refused')) {
    return notApplicable('No HTTP service: every connection was refused');
  }
  const reasons = [...new Set(failures.map(({ reason, detail }) => `${reason}: ${detail}`))];
  return inconclusive(`No HTTP response was received (${reasons.slice(0, 3).join('; ') || 'no request was made'})`);
}

/** Where a chain left the target's own hosts, by a hop already made or by a Location not followed; null where it did not. */
function destinationOf({ hops }: HttpChain, { urls, answers, isOwn }: Ground): string | null {
  const last = hops.at(-1) ?? '';
  const reached = urls.get(last);
  if (reached === undefined || !isOwn(reached)) return reached?.href ?? null;
  const answer = answers.get(last);
  const location = answer !== undefined && isRedirect(answer) ? combinedValue(answer.headers, 'Location') : null;
  if (location === null || !URL.canParse(location, reached.href)) return null;
  const next = new URL(location, reached);
  return isOwn(next) ? null : next.href;
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
  isOwn: ({ hostname }) => hostname === target.registrableDomain || hostname.endsWith(`.${target.registrableDomain}`),
});

const ownAnswers = (ids: readonly string[], { answers, isOwn }: Ground): Answer[] =>
  ids.flatMap((id) => answers.get(id) ?? []).filter(({ url }) => isOwn(url));

/** Reads the evidence once for a check: whose answers these are, and which of them is the site. */
export function siteOf(evidence: SiteEvidence): Site {
  const { http } = evidence;
  const ground = groundOf(evidence);
  const document = ownAnswers(documentIds(http), ground)[0] ?? null;
  const hops = ownAnswers(
    http.chains.flatMap(({ hops }) => hops),
    ground,
  );
  const answers = [...new Set(document === null ? hops : [document, ...hops])];

  const destinations = http.chains
    .filter((chain) => ownAnswers(chain.hops, ground).length > 0)
    .map((chain) => destinationOf(chain, ground));
  const [destination] = destinations;
  if (document === null && typeof destination === 'string' && !destinations.includes(null)) {
    return { state: 'redirect-only', destination, answers };
  }
  if (http.botWall !== null) return { state: 'walled', document, answers, wall: botWallText(http.botWall) };
  if (document !== null) return { state: 'answered', document, answers };
  if (answers.length === 0) return { state: 'unseen', outcome: unanswered(evidence) };
  const ends = [...new Set(http.chains.map(({ ended }) => ended))].join(', ');
  return { state: 'unseen', outcome: inconclusive(`The redirects do not lead to a document (${ends})`) };
}
