import { headerLines, type HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import {
  parseStrictTransportSecurity,
  type StrictTransportSecurity,
} from '@perimeter/protocols/http/policies/strict-transport-security';
import { notApplicable, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { curlLine } from '../../../catalogue/reproduce-http.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { asOverHttp2 } from '../http/over-http2.ts';
import { siteOf, type SiteEvidence } from '../http/site.ts';
import { cutDrafts } from './answers.ts';
import type { Judged, Place, Subject } from '../../../catalogue/check-of.ts';
import { type HstsEvidence, hstsLines } from '../../../evidence/site/visits/hsts.ts';
import { type Hop, hopLine, hopsOf, type Visit, visitsOf } from '../../../evidence/site/visits/visits.ts';
import { locationOf } from '../http/place.ts';

/** A verdict on a hop. */
export const placed = (verdict: Verdict, hop: Hop): Judged => ({
  ...verdict,
  location: locationOf(hop),
  label: hop.exchange.url,
});

/** The subject of a check at a hop; its command shows the response head. */
export const atHop = <T>(of: T, hop: Hop): Place<T> => ({
  of,
  location: locationOf(hop),
  label: hop.exchange.url,
  reproduce: curlLine,
  weigh: cutDrafts,
});

const isUnanswered = (visits: readonly Visit[]): boolean =>
  visits.every(({ hops }) => hops.every(({ response }) => response === null));

/** Visits on the way to the site's document, starting with http only or with both schemes. */
export const visitsFrom = (start: 'http' | 'all'): Subject<keyof SiteEvidence, Visit> => ({
  needs: ['endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    const visits = visitsOf(evidence).filter((visit) => start === 'all' || visit.start.startsWith('http-'));
    if (site.state === 'unseen' && isUnanswered(visits)) return site.outcome;
    if (site.state === 'walled' && site.kind === 'client-certificate') return site.outcome;
    if (visits.length === 0) return openBy('http-not-requested');
    return { places: visits.map((visit) => atHop(visit, visit.hops[0])) };
  },
  quote: ({ hops }) => hops.map(hopLine),
});

/** All visits as one subject, including those of the apex of a www target. */
export const everyVisit: Subject<keyof SiteEvidence, readonly Visit[]> = {
  needs: ['endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    const visits = visitsOf(evidence, true);
    if (site.state === 'unseen' && isUnanswered(visits)) return site.outcome;
    return { places: visits.slice(0, 1).map(({ hops: [hop] }) => atHop(visits, hop)) };
  },
};

/** The responses of own hosts over https, each once. */
function secureHops(evidence: HstsEvidence): Hop[] {
  const secure = hopsOf(evidence).filter(
    ({ isOwn, url, response }) => isOwn && url.protocol === 'https:' && response !== null,
  );
  return [...new Map(secure.map((hop) => [hop.exchange.url, hop])).values()];
}

/** The https responses of the target's hosts; the verdict is located at the first. */
export const secureResponses: Subject<keyof HstsEvidence, readonly Hop[]> = {
  needs: ['certificates', 'endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    const hops = secureHops(evidence);
    if (site.state === 'walled' || (hops.length === 0 && site.state === 'unseen')) return site.outcome;
    const [first] = hops;
    return first === undefined
      ? notApplicable('No host of the target answers over https')
      : { places: [atHop(hops, first)] };
  },
};

/** The site's document, and its HSTS header as received. */
export interface HstsDocument {
  document: Answer;
  hop: Hop;
  lines: HeaderLines;
  /** The policy by the header alone, whatever the certificate; null where it is absent or invalid. */
  policy: StrictTransportSecurity | null;
}

/** The document as a hop of the visits. */
function documentHop(document: Answer, evidence: HstsEvidence): HstsDocument {
  const { exchange, url, response } = document;
  const found = hopsOf(evidence).find((hop) => hop.exchange.id === exchange.id);
  const hop: Hop = found ?? { exchange, url, isOwn: true, response, failure: null, next: null };
  return { document, hop, lines: hstsLines(hop), policy: parseStrictTransportSecurity(document.headers).value };
}

/** The HSTS policy of the host that serves the document. */
export const hstsDocument: Subject<keyof HstsEvidence, HstsDocument> = {
  needs: ['certificates', 'endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen' || site.state === 'walled') return site.outcome;
    if (site.state === 'redirect-only')
      return notApplicable(`Every response redirects to ${site.destination} (separate check of redirects)`);
    const document = documentHop(site.document, evidence);
    const isSecure = document.hop.url.protocol === 'https:';
    const settled = notApplicable('The document came over http (separate check)');
    return { places: [{ ...atHop(document, document.hop), ...(isSecure ? {} : { settled }) }] };
  },
  elsewhere: (of) => {
    const other = asOverHttp2(of.document, 'Strict-Transport-Security');
    if (other === null) return null;
    const { headers } = other.document;
    const policy = parseStrictTransportSecurity(headers).value;
    const lines = headerLines(headers, 'Strict-Transport-Security');
    return { of: { ...of, document: other.document, lines, policy }, why: other.why };
  },
};
