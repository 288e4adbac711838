import { fail, inconclusive, informational, notApplicable, openAs, pass } from '../../catalogue/outcome.ts';
import { opensslLine, portLine } from '../../catalogue/reproduce.ts';
import { answersHttps, httpsStateOf, httpStateOf } from './derive/https.ts';
import { checkOf, narrow } from '../../catalogue/check-of.ts';
import { everyVisit, placed } from '../derive/subjects/visits.ts';
import { isWithoutTls } from '../../evidence/tls/open-addresses.ts';
import { type Hop, hopLine, hopWall, type Visit, unansweredBy } from '../../evidence/site/visits/visits.ts';

/** All visits, with the state of each host; one without TLS on port 443 refuses https as a closed port does. */
const everyState = narrow(
  everyVisit,
  (visits, { tls }) => ({
    of: visits.map((visit) => {
      const lacksTls = visit.hops[0].failure?.reason === 'tls' && isWithoutTls(tls, visit.host);
      return { ...visit, lacksTls, state: lacksTls ? 'refused' : httpsStateOf(visit) };
    }),
  }),
  { needs: ['tls'] },
);

/** The command that shows a closed port, or one without TLS. */
const closedLine = ({ host, hops: [{ exchange }], lacksTls }: Visit & { lacksTls: boolean }): string | null => {
  const place = { serverName: host, address: exchange.address ?? '', port: exchange.port };
  if (exchange.address === null) return null;
  return lacksTls ? opensslLine(place, '</dev/null') : portLine(place);
};

const isHttps = ({ start }: Visit): boolean => start.startsWith('https-');

/** The visit to the same host over http. */
const plainOf = (visits: readonly Visit[], { host }: Visit): Visit | undefined =>
  visits.find((visit) => visit.host === host && !isHttps(visit));

export const httpsMissing = checkOf(everyState, {
  id: 'https-missing',
  title: 'The site answers over HTTPS',
  finding: 'Site has no HTTPS',
  weakness: { cvss: 'luredInterception', cwe: [319] },
  judge: (all, evidence) => {
    const visits = all.filter(({ start }) => !start.endsWith('-sibling'));
    const secure = visits.filter(isHttps);
    const [first] = secure.length > 0 ? secure : visits;
    if (first === undefined) return notApplicable('Nothing to check');
    if (answersHttps(evidence)) return [placed(pass('The site answers over https'), first.hops[0])];
    const isPlain = visits.some((visit) => !isHttps(visit) && visit.hops[0].response !== null);
    const states = secure.map(({ state }) => state);
    const unanswered = unansweredBy(first.hops[0]);
    if (!isPlain) return [placed(inconclusive(unanswered), first.hops[0])];
    if (states.length === 0 || states.includes('unknown'))
      return [placed(openAs(unanswered, 'while-http-answers', { reason: unanswered.reason }), first.hops[0])];
    // A redirect may lead to https at another port, whose silence is no absence.
    const elsewhere = visits.find(
      (visit) => visit.last.isOwn && visit.last.url.protocol === 'https:' && !isHttps(visit),
    );
    if (elsewhere !== undefined && elsewhere.last.failure?.reason !== 'refused')
      return [placed(inconclusive(unansweredBy(elsewhere.last)), elsewhere.last)];
    const port = first.lacksTls ? 'answers without TLS' : 'is closed on every host';
    const description = `The site answers over http, and port 443 ${port}: anybody on the way can read and change all pages. Expected: HTTPS with a redirect from http.`;
    const evidenceLines = visits.map(({ hops }) => hopLine(hops[0]));
    return [placed(fail({ description, evidence: [...evidenceLines, closedLine(first)] }), first.hops[0])];
  },
});

export const httpsWwwBroken = checkOf(everyState, {
  id: 'https-www-broken',
  title: 'The domain and its www name both answer over HTTPS',
  finding: 'One of the domain and its www name has no HTTPS',
  weakness: { cvss: 'weakCrypto', cwe: [319] },
  judge: (visits, evidence) => {
    const secure = visits.filter(isHttps);
    const why =
      secure.length < 2
        ? 'Only one of the two names has an address'
        : 'Neither name answers over https (separate check)';
    if (secure.length < 2 || !answersHttps(evidence))
      return notApplicable(secure.length === 0 ? 'Nothing to check' : why);
    return secure.map((visit) => {
      const [hop] = visit.hops;
      const { state } = visit;
      if (state === 'answers') return placed(pass(`${visit.host} answers over https`), hop);
      if (state === 'absent') return placed(notApplicable(`${visit.host} has no address`), hop);
      if (state === 'unknown') return placed(inconclusive(unansweredBy(hop)), hop);
      const plain = plainOf(visits, visit)?.hops[0];
      const both = plain?.response !== null && plain !== undefined ? ' It answers over http.' : '';
      const description = `${visit.host} ${visit.lacksTls ? 'answers port 443 without TLS' : 'refuses port 443'}, while the other name of the site answers over https.${both} Visitors who type this name get an error or no encryption. Expected: HTTPS on both names.`;
      const lines = [hopLine(hop), plain === undefined ? null : hopLine(plain), closedLine(visit)];
      return placed(fail({ description, evidence: lines }), hop);
    });
  },
});

/** Walls that hide the site's own content. */
const blocking: ReadonlySet<string> = new Set(['challenge', 'blocked', 'rate-limited']);

/** Status 451 (RFC 7725) is a legal demand, and no protection against bots. */
const isBlocking = (hop: Hop): boolean => blocking.has(hopWall(hop)?.kind ?? '') && hop.response?.status !== 451;

/** What answers in place of a wall against bots: the site, the law, or a demand for a certificate. */
function answererOf({ response, ...hop }: Hop): string {
  if (response?.status === 451) return 'A legal demand answers, and no bot protection';
  if (response === null && hop.failure?.reason === 'http2-only') return 'The server answers over HTTP/2';
  const isDemand = response === null || hopWall({ response, ...hop })?.kind === 'client-certificate';
  return isDemand ? 'A demand for a client certificate answers, and no bot protection' : 'The site itself answers';
}

export const httpBotWall = checkOf(everyVisit, {
  id: 'http-bot-wall',
  title: 'No bot protection answers in place of the site',
  finding: 'Bot protection answers in place of the site',
  judge: (visits) => {
    const named = new Set<string>();
    return visits.flatMap((visit) => {
      const hop = visit.hops.find((one) => one.isOwn && isBlocking(one));
      if (hop !== undefined) {
        // Visits over http and https end at the same wall.
        if (named.has(hop.exchange.url)) return [];
        named.add(hop.exchange.url);
        const kind = hopWall(hop)?.kind === 'rate-limited' ? 'a rate limit' : 'a block or challenge page';
        const description = `${hop.exchange.url} answers with ${kind} (status ${hop.response?.status ?? 0}). Checks of the content behind it are inconclusive. Allow the User-Agent PerimeterAudit to audit the site itself.`;
        return placed(informational({ description, evidence: hopLine(hop) }), hop);
      }
      const [first] = visit.hops;
      if (httpStateOf(first) === 'answers') return placed(pass(answererOf(first)), first);
      if (first.failure?.reason === 'refused')
        return placed(notApplicable(`${first.exchange.url} refuses connections`), first);
      return placed(inconclusive(unansweredBy(first)), first);
    });
  },
});
