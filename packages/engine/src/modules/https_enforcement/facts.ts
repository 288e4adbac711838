import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { type Check, defineCheck } from '../../catalogue/check.ts';
import { combine } from '../../catalogue/combine.ts';
import { opensslLine } from '../../catalogue/reproduce.ts';
import { informational, judgeSeen, notApplicable, pass, type Verdict } from '../../catalogue/outcome.ts';
import { quoteHeaders } from '../derive/http/quote.ts';
import { siteOf } from '../derive/http/site.ts';
import { type Hop, hopLine, hopsOf } from '../derive/http/visits.ts';
import { endpointCheck } from '../derive/tls/endpoints.ts';
import { placed } from './derive/checks.ts';

export const http2Missing = endpointCheck({
  id: 'http2-missing',
  title: 'HTTP/2 is offered',
  finding: 'HTTP/2 is not offered',
  judge: (endpoint) => {
    if (endpoint.port !== 443) return notApplicable('This port does not serve web pages');
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

/** Clocks that differ by more break signed requests, one-time passwords and caches. */
const maxSkewSeconds = 300;

/** How far the Date of an answer is from the audit's clock, in seconds; null where a cache may have kept it. */
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

export const httpClockSkew: Check = defineCheck({
  id: 'http-clock-skew',
  title: "The server's clock is right",
  finding: "Server's clock is wrong",
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'unseen') return site.outcome;
    const [answer] = site.answers;
    const hop = hopsOf(evidence).find(({ exchange }) => exchange.id === answer?.exchange.id);
    if (answer === undefined || hop === undefined) return notApplicable('No host of the target answered');
    const verdict = judgeClock(hop, evidence.target.startedAtMs, quoteHeaders(answer, 'Date'));
    // Another clock may stand behind a wall.
    const open = site.state === 'walled' ? [site.outcome.reason] : [];
    return combine("Server's clock is wrong", [placed(verdict, hop)], { open });
  },
});

export const httpH2Only: Check = defineCheck({
  id: 'http-h2-only',
  title: 'The server also speaks HTTP/1.1',
  finding: 'Server speaks HTTP/2 only',
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => {
    const hops = hopsOf(evidence);
    const only = hops.find(({ failure }) => failure?.reason === 'http2-only');
    if (only !== undefined) {
      const description = `${only.url.hostname} accepts HTTP/2 alone by ALPN. This audit reads HTTP/1.1, so checks of responses are inconclusive.`;
      const verdict = informational({ description, evidence: hopLine(only) });
      return combine('Server speaks HTTP/2 only', [placed(verdict, only)]);
    }
    const site = siteOf(evidence);
    if (site.state === 'unseen') return site.outcome;
    const open = site.state === 'walled' ? [site.outcome.reason] : [];
    return combine(
      '',
      hops.slice(0, 1).map((hop) => placed(pass('The server answers by HTTP/1.1'), hop)),
      { open },
    );
  },
});
