import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { demandsCertificate } from '../failure-text.ts';
import { type Answer, answersOf, exchangesOfSite, isRedirect } from '../http/answer.ts';
import type { HttpChain, HttpEvidence } from '../http/schema.ts';
import type { Wall } from '../http/wall.ts';
import { hidesDocument } from './in-place.ts';
import { isOwnUrl, type SiteOwner } from './own.ts';
import { isShut } from './shut.ts';
import type { SiteEvidence } from './site-evidence.ts';

/** What stands before the site: an answer, or a handshake that wants a certificate of its visitors. */
type Barrier = { wall: Wall; answer: Answer } | { demandedAt: string };

/**
 * What stood at the target. In each state `answers` are those of the target's own hosts on the way, the document first; hosts
 * of other registrable domains are never judged.
 * walled: something other than the site's document answered.
 * dead-ends: hosts of the target answered, and no chain came to a document.
 */
export type SiteReading = { answers: readonly Answer[] } & (
  | { state: 'answered'; document: Answer }
  | { state: 'walled'; kind: Wall['kind']; by: Barrier }
  | { state: 'redirect-only'; destination: string }
  | { state: 'dead-ends' }
  | { state: 'unanswered' }
);

/** What a site is read from. */
export type SiteSource = Pick<SiteEvidence, 'http' | 'target'>;

const byRank: readonly HttpChain['start'][] = ['https-apex', 'https-www', 'http-apex', 'http-www'];

/** Exchanges that may be the site's document: the one that the probe recorded, then the ends of the chains by rank. */
const documentIds = ({ finalDocument, chains }: HttpEvidence): string[] => [
  ...(finalDocument === null ? [] : [finalDocument]),
  ...byRank.flatMap((start) =>
    chains.flatMap((chain) => (chain.start === start && chain.ended === 'final' ? chain.hops.slice(-1) : [])),
  ),
];

/** Whether a site speaks nothing but the HTTP that this audit does not read. */
export const isHttp2Only = ({ exchanges }: HttpEvidence): boolean =>
  exchanges.some(({ result }) => !result.ok && result.failure.reason === 'http2-only');

/** The evidence by id, and whose hosts are the target's. */
interface Ground {
  urls: ReadonlyMap<string, URL>;
  answers: ReadonlyMap<string, Answer>;
  owner: SiteOwner;
}

const groundOf = ({ http, target }: SiteSource): Ground => ({
  urls: new Map(http.exchanges.flatMap(({ id, url }) => (URL.canParse(url) ? [[id, new URL(url)] as const] : []))),
  answers: answersOf(http),
  owner: target,
});

/** Where a chain left the target's own hosts, by a hop made or tried; null where it did not, or where no browser follows. */
function destinationOf({ hops, ended }: HttpChain, { urls, answers, owner }: Ground): string | null {
  const last = hops.at(-1) ?? '';
  const reached = urls.get(last);
  if (ended === 'blocked' || ended === 'bad-location' || reached === undefined) return null;
  if (!isOwnUrl(owner, reached)) return reached.href;
  const answer = answers.get(last);
  const location = answer !== undefined && isRedirect(answer) ? combinedValue(answer.headers, 'Location') : null;
  if (location === null || !URL.canParse(location, reached.href)) return null;
  const next = new URL(location, reached);
  return isOwnUrl(owner, next) || !/^https?:$/.test(next.protocol) ? null : next.href;
}

const ownAnswers = (ids: readonly string[], { answers, owner }: Ground): Answer[] =>
  ids.flatMap((id) => answers.get(id) ?? []).filter(({ url }) => isOwnUrl(owner, url));

/** The first address of the site that answers only those who show a certificate. */
const demandingUrl = (http: HttpEvidence): string | undefined =>
  exchangesOfSite(http).find(({ result }) => !result.ok && demandsCertificate(result.failure))?.url;

function readSite(source: SiteSource): SiteReading {
  const { http } = source;
  const ground = groundOf(source);
  const ends = ownAnswers(documentIds(http), ground);
  const document = ends.find(({ wall }) => !hidesDocument(wall));
  const hops = ownAnswers(
    http.chains.flatMap((chain) => chain.hops),
    ground,
  );
  const answers = [...new Set(document === undefined ? hops : [document, ...hops])];
  if (document !== undefined) return { state: 'answered', document, answers };

  const [answer] = ends;
  if (answer !== undefined && answer.wall !== null)
    return { state: 'walled', kind: answer.wall.kind, by: { wall: answer.wall, answer }, answers };
  const destinations = http.chains.filter((chain) => !isShut(chain, http)).map((chain) => destinationOf(chain, ground));
  const [destination] = destinations;
  if (typeof destination === 'string' && !destinations.includes(null))
    return { state: 'redirect-only', destination, answers };
  const demandedAt = demandingUrl(http);
  if (demandedAt !== undefined) return { state: 'walled', kind: 'client-certificate', by: { demandedAt }, answers };
  return { state: answers.length === 0 || isHttp2Only(http) ? 'unanswered' : 'dead-ends', answers };
}

/** Probes, sections, runner and checks read the same site. */
const known = new WeakMap<HttpEvidence, SiteReading & SiteOwner>();

/** Which answers are the site's own, which of them is the judged document, and what hides it, such as a challenge page; computed once an audit. */
export function siteReading(source: SiteSource): SiteReading {
  const { registrableDomain } = source.target;
  const seen = known.get(source.http);
  if (seen?.registrableDomain === registrableDomain) return seen;
  const made = { ...readSite(source), registrableDomain };
  known.set(source.http, made);
  return made;
}
