import { preloadEligibility, type PreloadRule } from '@perimeter/protocols/http/policies/hsts-effect';
import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import {
  fail,
  inconclusive,
  informational,
  notApplicable,
  pass,
  type Plain,
  unlessOpen,
  type Verdict,
  whyBy,
} from '../../catalogue/outcome.ts';
import { listingOf } from '../derive/http/preload-list.ts';
import { isPreloaded, preloadedTopLevel } from '../derive/http/preloaded.ts';
import { siteOf } from '../derive/http/site.ts';
import { httpsStateOf } from './derive/https.ts';
import { preloadRules } from './preload-rules.data.ts';
import { curlLine } from '../../catalogue/reproduce-http.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { secureResponses, placed } from '../derive/subjects/visits.ts';
import { type Hop, hopLine, type Visit, visitsOf } from '../../evidence/site/visits/visits.ts';
import { locationOf } from '../derive/http/place.ts';
import { effectiveOn, type HstsEvidence, hstsLines, isTrusted } from '../../evidence/site/visits/hsts.ts';
import { listed } from '../../evidence/words/text.ts';

const quote = (hop: Hop): string[] => [
  hopLine(hop),
  ...hstsLines(hop).map(([name, value]) => `${name}: ${value}`.slice(0, 300)),
];

/** The policy in a response's header; null where it is absent or invalid. */
const policyOf = ({ response }: Hop) =>
  response === null ? null : parseStrictTransportSecurity(response.headers).value;

const asksForPreload = (hop: Hop): boolean => policyOf(hop)?.preload === true;

/** The host of the final document, whose policy has separate checks. */
const documentHost = (evidence: HstsEvidence): string | null => {
  const site = siteOf(evidence);
  return site.state === 'answered' ? site.document.url.hostname : null;
};

export const hstsRedirectHop = checkOf(secureResponses, {
  id: 'hsts-redirect-hop',
  title: 'Hosts that only redirect set HSTS too',
  finding: 'Redirecting host has no HSTS header',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (hops, evidence) => {
    const shown = documentHost(evidence);
    const redirecting = hops.filter(({ next, url }) => next !== null && url.hostname !== shown);
    if (redirecting.length === 0) return notApplicable('No other host redirects over https');
    return redirecting.map((hop) => {
      const host = hop.url.hostname;
      if (effectiveOn(host, evidence) !== null || isPreloaded(host, evidence))
        return placed(pass(`HSTS holds for ${host}`), hop);
      if (isTrusted(evidence, host) === false)
        return placed(notApplicable(`Browsers do not trust the certificate of ${host} (separate check)`), hop);
      const description = `${host} redirects to ${hop.next?.origin ?? ''} without a valid HSTS header, so the first request of each visit can be intercepted. Expected: the header on the redirect as well.`;
      return placed(fail({ description, evidence: quote(hop) }), hop);
    });
  },
});

function judgeApex(apex: Hop, { target: { registrableDomain, startedAtMs }, http }: HstsEvidence): Verdict {
  if (preloadedTopLevel(registrableDomain) !== null) return pass('The top-level domain is preloaded');
  const listing = listingOf(registrableDomain, http, startedAtMs);
  if (listing.state === 'listed' && listing.subdomains)
    return pass(`The preload list holds ${registrableDomain} with its subdomains`);
  const policy = policyOf(apex);
  const isInForce = policy !== null && policy.maxAgeSeconds > 0;
  if (!isInForce && listing.state !== 'listed') return notApplicable(`${registrableDomain} has no HSTS policy`);
  if (isInForce && policy.includeSubDomains) return pass('includeSubDomains is set');
  const description = `HSTS of ${registrableDomain} lacks includeSubDomains: cookies of the domain can be read and set through any subdomain over http. Expected: includeSubDomains.`;
  return fail({ description, evidence: quote(apex) });
}

export const hstsNoSubdomains = checkOf(secureResponses, {
  id: 'hsts-no-subdomains',
  title: 'HSTS of the domain includes its subdomains',
  finding: 'HSTS does not include subdomains',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (hops, evidence) => {
    const { registrableDomain } = evidence.target;
    const apex = hops.find(({ url }) => url.hostname === registrableDomain);
    return apex === undefined
      ? notApplicable(`${registrableDomain} did not answer over https`)
      : [placed(judgeApex(apex, evidence), apex)];
  },
});

function portEighty(visits: readonly Visit[], domain: string) {
  const visit = visits.find(({ host, start }) => host === domain && start.startsWith('http-'));
  if (visit === undefined) return null;
  const [first] = visit.hops;
  if (first.response === null) return first.failure?.reason === 'refused' ? ({ state: 'closed' } as const) : null;
  return first.next === null
    ? ({ state: 'answered' } as const)
    : ({ state: 'redirect', location: first.next.href } as const);
}

function wwwOf(visits: readonly Visit[], evidence: HstsEvidence, domain: string): boolean | null | 'absent' {
  const www = `www.${domain}`;
  const visit = visits.find(({ host, start }) => host === www && start.startsWith('https-'));
  const isKnown = evidence.endpoints.hosts.find(({ host }) => host === www);
  if (visit === undefined)
    return isKnown === undefined || isKnown.status === 'exists' || isKnown.status === 'failed' ? null : 'absent';
  const state = httpsStateOf(visit);
  if (state === 'absent') return 'absent';
  return state === 'refused' ? false : isTrusted(evidence, www);
}

export const hstsPreloadIneligible = checkOf(secureResponses, {
  id: 'hsts-preload-ineligible',
  title: 'A domain that asks for preloading may be preloaded',
  finding: 'HSTS preload requirements are not met',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (hops, evidence) => {
    const asking = hops.find(asksForPreload);
    if (asking === undefined) return notApplicable('No host asks for preloading');
    const domain = evidence.target.registrableDomain;
    // For a preloaded domain the header changes nothing, so it weighs no more than a missing one.
    if (isPreloaded(domain, evidence)) return [placed(notApplicable(`${domain} is preloaded already`), asking)];
    const apex = hops.find(({ url }) => url.hostname === domain);
    const visits = visitsOf(evidence, true);
    const verdict = preloadEligibility({
      domain,
      certificate: isTrusted(evidence, domain),
      www: wwwOf(visits, evidence, domain),
      http: portEighty(visits, domain),
      lines: apex === undefined ? null : hstsLines(apex),
    });
    const of = (state: 'broken' | 'unknown'): string[] =>
      Object.entries(verdict).flatMap(([rule, is]) =>
        is === state && rule in preloadRules ? [preloadRules[rule as PreloadRule]] : [],
      );
    const broken = of('broken');
    const place = apex ?? asking;
    if (broken.length > 0) {
      const description = `${asking.url.hostname} asks browsers to preload the domain, but ${broken.join('; ')}. Expected: all requirements of hstspreload.org, or a header without preload.`;
      const lines = [...quote(place), ...broken.map((rule) => `Not met: ${rule}`), curlLine(locationOf(place))];
      return [placed(fail({ description, evidence: lines }), place)];
    }
    const unknown = of('unknown');
    const gap = unknown.length === 0 ? null : whyBy('unseen-whether', { facts: listed(unknown) });
    return [placed(unlessOpen(gap, 'All requirements of the preload list are met'), place)];
  },
});

/** The domain's status on the browsers' preload list; an outcome where it is unknown. */
function preloadStatus({ target, http }: HstsEvidence): string | Plain {
  const { registrableDomain, startedAtMs } = target;
  const topLevel = preloadedTopLevel(registrableDomain);
  if (topLevel !== null) return `All domains below .${topLevel} are preloaded in browsers.`;
  const listing = listingOf(registrableDomain, http, startedAtMs);
  if (listing.state === 'unknown') return listing.isOff ? notApplicable(listing.why.reason) : inconclusive(listing.why);
  return listing.state === 'listed'
    ? `${registrableDomain} is preloaded in browsers by the entry ${listing.by} (${listing.list}).`
    : `${registrableDomain} is not on the preload list of browsers (${listing.list}).`;
}

export const hstsPreloadStatus = checkOf(secureResponses, {
  id: 'hsts-preload-status',
  title: 'HSTS preload status',
  finding: 'HSTS preload status',
  judge: (hops, evidence) => {
    const status = preloadStatus(evidence);
    if (typeof status !== 'string') return status;
    const wish = hops.some(asksForPreload) ? 'asks' : 'does not ask';
    return informational({
      description: `${status} The header ${wish} for preloading.`,
      evidence: hops.slice(0, 1).map(quote),
    });
  },
});
