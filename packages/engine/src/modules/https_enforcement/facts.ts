import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { checkOf, type Subject } from '../../catalogue/check-of.ts';
import type { Answer } from '../../evidence/http/answer.ts';
import { opensslLine } from '../../catalogue/reproduce.ts';
import { informational, judgeSeen, notApplicable, pass, type Verdict } from '../../catalogue/outcome.ts';
import { siteOf, type SiteEvidence } from '../derive/http/site.ts';
import { atHop } from '../derive/subjects/visits.ts';
import { eachEndpoint } from '../derive/subjects/tls-endpoints.ts';
import { type Hop, hopLine, hopsOf } from '../../evidence/site/visits/visits.ts';
import { quoteHeaders } from '../../evidence/http/quote.ts';

export const http2Missing = checkOf(eachEndpoint, {
  id: 'http2-missing',
  title: 'HTTP/2 is offered',
  finding: 'HTTP/2 is not offered',
  judge: (endpoint) => {
    if (endpoint.port !== 443) return notApplicable('Only port 443 was asked for it');
    return judgeSeen(endpoint.alpn, ({ offered, selected }) => {
      if (selected.includes('h2')) return pass('The server selects h2 by ALPN');
      const chosen = selected.length === 0 ? 'no protocol' : selected.join(', ');
      return informational({
        description: `The server selects ${chosen} by ALPN. HTTP/2 loads pages with many parts faster; nothing is less safe without it.`,
        evidence: [
          `Offered: ALPN ${offered.join(', ')}. Selected: ${chosen}`,
          opensslLine(endpoint, '-alpn h2,http/1.1'),
        ],
      });
    });
  },
});

/** A larger clock difference breaks signed requests, one-time passwords and caches. */
const maxSkewSeconds = 300;

/** Difference between a response's Date and the audit's clock in seconds; null where a cache may have stored the response. */
function skewOf({ response }: Hop, startedAtMs: number): number | null {
  if (response === null || combinedValue(response.headers, 'Age') !== null) return null;
  const date = Date.parse(combinedValue(response.headers, 'Date') ?? '');
  return Number.isNaN(date) ? null : Math.round((date - startedAtMs) / 1_000);
}

function judgeClock(hop: Hop, startedAtMs: number, quote: string): Verdict {
  const skew = skewOf(hop, startedAtMs);
  if (skew === null) return notApplicable('The response has no current Date');
  if (Math.abs(skew) <= maxSkewSeconds) return pass(`The server's clock is right within ${maxSkewSeconds} seconds`);
  const description = `The Date header is ${Math.abs(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'} the audit's clock. Logs, cookies and signed requests of this server carry the wrong time. Expected: time from NTP.`;
  return informational({ description, evidence: quote });
}

/** The first response of the site; behind a wall it may come from another clock. */
const firstResponse: Subject<keyof SiteEvidence, { hop: Hop; answer: Answer }> = {
  needs: ['endpoints', 'http', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen') return site.outcome;
    const [answer] = site.answers;
    const hop = hopsOf(evidence).find(({ exchange }) => exchange.id === answer?.exchange.id);
    if (answer === undefined || hop === undefined) return notApplicable('No host of the target answered');
    return { places: [atHop({ hop, answer }, hop)], open: site.state === 'walled' ? [site.why] : [] };
  },
};

export const httpClockSkew = checkOf(firstResponse, {
  id: 'http-clock-skew',
  title: "The server's clock is right",
  finding: "Server's clock is wrong",
  judge: ({ hop, answer }, { target }) => judgeClock(hop, target.startedAtMs, quoteHeaders(answer, 'Date')),
});

/** The first response, or the request without one because its host supports only HTTP/2. */
const spokenVersion: Subject<keyof SiteEvidence, Hop> = {
  needs: ['endpoints', 'http', 'target'],
  select: (evidence) => {
    const hops = hopsOf(evidence);
    const only = hops.find(speaksHttp2Alone);
    if (only !== undefined) return { places: [atHop(only, only)] };
    const site = siteOf(evidence);
    if (site.state === 'unseen') return site.outcome;
    const open = site.state === 'walled' ? [site.why] : [];
    return { places: hops.slice(0, 1).map((hop) => atHop(hop, hop)), open };
  },
  quote: hopLine,
};

const speaksHttp2Alone = ({ failure }: Hop): boolean => failure?.reason === 'http2-only';

export const httpH2Only = checkOf(spokenVersion, {
  id: 'http-h2-only',
  title: 'The server also speaks HTTP/1.1',
  finding: 'Server speaks HTTP/2 only',
  judge: (hop) =>
    speaksHttp2Alone(hop)
      ? `${hop.url.hostname} accepts HTTP/2 alone by ALPN. This audit reads HTTP/1.1, so checks of responses are inconclusive.`
      : pass('The server answers by HTTP/1.1'),
});
