import { isBelowDomain } from '@perimeter/protocols/domain/below';
import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import {
  fail,
  inconclusive,
  notApplicable,
  pass,
  proof,
  type Verdict,
  causeOfStatus,
  openAs,
} from '../../catalogue/outcome.ts';
import { curlLine } from '../../catalogue/reproduce-http.ts';
import { isPreloaded } from '../derive/http/preloaded.ts';
import { clientRedirect } from './derive/client-redirect.ts';
import { answersHttps, httpStateOf } from './derive/https.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { visitsFrom } from '../derive/subjects/visits.ts';
import {
  hiddenBy,
  type Hop,
  hopLine,
  isHiddenHop,
  type Visit,
  unansweredBy,
} from '../../evidence/site/visits/visits.ts';
import { locationOf } from '../derive/http/place.ts';

const path = ({ hops }: Visit): string[] => hops.map(hopLine);

/** The verdict on a visit over http that reaches no document; null where it does. */
function withoutDocument({ hops: [first], last, ended }: Visit): Verdict | null {
  if (first.response === null) {
    const state = httpStateOf(first);
    if (state === 'refused') return pass(`${first.url.hostname} refuses port 80`);
    return state === 'absent'
      ? notApplicable(`${first.url.hostname} has no address`)
      : inconclusive(unansweredBy(first));
  }
  if (ended === 'loop' || ended === 'too-many-redirects') return notApplicable('The redirects lead nowhere');
  return last.response === null && last.url.protocol === 'http:' ? inconclusive(unansweredBy(last)) : null;
}

/** A page over http counts as content; an error does not, and behind a wall this is unknown. */
function judgePlainEnd(visit: Visit): Verdict | string {
  const { last } = visit;
  const status = last.response?.status ?? 0;
  if (isHiddenHop(last)) return inconclusive(hiddenBy(last));
  if (status >= 500) return openAs(causeOfStatus(status), 'server-status', { status });
  if (status >= 400 && status !== 401) return pass(`${last.exchange.url} serves no content (status ${status})`);
  const [{ exchange: start }] = visit.hops;
  const what =
    start.url === last.exchange.url ? `${start.url} answers` : `A visit to ${start.url} ends at ${last.exchange.url},`;
  return `${what} without encryption. Expected: a redirect to https.`;
}

export const httpNoRedirect = checkOf(visitsFrom('http'), {
  id: 'http-no-redirect',
  title: 'Plain HTTP redirects to HTTPS',
  finding: 'HTTP is not redirected to HTTPS',
  weakness: { cvss: 'weakCrypto', cwe: [319] },
  judge: (visit, evidence) => {
    const outcome = withoutDocument(visit);
    if (outcome !== null) return outcome;
    if (visit.last.url.protocol === 'https:') return pass(`${visit.hops[0].exchange.url} leads to https`);
    if (!answersHttps(evidence)) return notApplicable('The site has no HTTPS (separate check)');
    if (clientRedirect(visit.last, evidence) !== null)
      return notApplicable('The page itself redirects (separate check)');
    return judgePlainEnd(visit);
  },
});

/** Hosts on the way whose policy may include the first host. */
const teachersOf = ({ hops: [first, ...rest] }: Visit): Hop[] =>
  rest.filter(({ url }) => url.protocol === 'https:' && isBelowDomain(first.url.hostname, url.hostname));

const teaches = ({ response }: Hop): boolean => {
  const policy = response === null ? null : parseStrictTransportSecurity(response.headers).value;
  return policy?.includeSubDomains === true && policy.maxAgeSeconds > 0;
};

export const httpRedirectFirstHop = checkOf(visitsFrom('http'), {
  id: 'http-redirect-first-hop',
  title: 'The first redirect goes to HTTPS on the same host',
  finding: 'First redirect does not go to HTTPS on the same host',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (visit, evidence) => {
    const [first] = visit.hops;
    const outcome = withoutDocument(visit);
    if (outcome !== null) return outcome;
    if (first.next === null || visit.last.url.protocol !== 'https:')
      return notApplicable('There is no redirect to https');
    if (first.next.protocol === 'https:' && first.next.hostname === first.url.hostname)
      return pass(`${first.exchange.url} redirects to https on the same host`);
    const teachers = teachersOf(visit);
    if (teachers.some(teaches)) return pass(`The policy of a host on the way includes ${first.url.hostname}`);
    if (isPreloaded(first.url.hostname, evidence))
      return notApplicable('Browsers never ask this host over http (preloaded)');
    const unseen = teachers.find((hop) => hop.response === null || isHiddenHop(hop));
    if (unseen !== undefined) return inconclusive(hiddenBy(unseen));
    return `${first.exchange.url} redirects to ${first.next.origin} first, so browsers do not learn the HSTS policy of ${first.url.hostname}. Expected: https://${first.url.hostname}/ first.`;
  },
});

/** The verdict on a visit without a wrong redirect: behind a wall its real target is unknown. */
function judgeEnd({ hops: [first], last, host }: Visit, passReason: string): Verdict {
  if (first.response === null)
    return first.failure?.reason === 'refused'
      ? notApplicable(`${host} refuses port ${first.exchange.port}`)
      : inconclusive(unansweredBy(first));
  return isHiddenHop(last) ? inconclusive(hiddenBy(last)) : pass(passReason);
}

/** A step from https to http on the target's own hosts. */
const downgrade = ({ hops }: Visit): Hop | undefined =>
  hops.find(({ url, next, isOwn }) => isOwn && url.protocol === 'https:' && next?.protocol === 'http:');

export const httpRedirectDowngrade = checkOf(visitsFrom('all'), {
  id: 'http-redirect-downgrade',
  title: 'No redirect leads from HTTPS to HTTP',
  finding: 'Redirect leads from HTTPS to HTTP',
  weakness: { cvss: 'weakCrypto', cwe: [319, 757] },
  judge: (visit) => {
    const step = downgrade(visit);
    if (step !== undefined) {
      const description = `${step.exchange.url} redirects to ${step.next?.href ?? ''}, which anybody on the way can read and change. Expected: an https URL.`;
      const location = locationOf(step);
      return fail({ location, description, evidence: proof(path(visit), curlLine(location)) });
    }
    return judgeEnd(visit, 'No redirect leads from https to http');
  },
});

export const httpRedirectClientSide = checkOf(visitsFrom('http'), {
  id: 'http-redirect-client-side',
  title: 'Redirects to HTTPS are made by the server',
  finding: 'Redirect to HTTPS is made by the page, not by the server',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: (visit, evidence) => {
    const outcome = withoutDocument(visit);
    if (outcome !== null) return outcome;
    if (visit.last.url.protocol === 'https:') return pass('The server redirects to https');
    const found = clientRedirect(visit.last, evidence);
    if (found === null) return notApplicable('The page over http does not redirect');
    const description = `${visit.last.exchange.url} is served over http, and ${found.by} sends browsers to ${found.url}. Clients without HTML do not follow it. Expected: status 301 or 308 with Location.`;
    return fail({ description, evidence: [...path(visit), found.quote] });
  },
});

export const httpRedirectLoop = checkOf(visitsFrom('all'), {
  id: 'http-redirect-loop',
  title: 'Redirects end at a document',
  finding: 'Redirects form a loop or do not end',
  weakness: { cvss: 'resilience', cwe: [835] },
  judge: (visit) => {
    const isEndless = visit.ended === 'loop' || visit.ended === 'too-many-redirects';
    if (isEndless && visit.last.isOwn) {
      const what =
        visit.ended === 'loop'
          ? 'come back to a URL that was asked before'
          : `do not end after ${visit.hops.length - 1} steps`;
      return fail({
        description: `The redirects from ${visit.hops[0].exchange.url} ${what}. Browsers show an error. Expected: a document.`,
        evidence: [path(visit).slice(0, 12), curlLine(locationOf(visit.hops[0]), '-L --max-redirs 5')],
      });
    }
    return judgeEnd(visit, 'The redirects end');
  },
});

/** The WWW-Authenticate value that requests a password in cleartext (RFC 7617). */
const basicOf = ({ response }: Hop): string | null => {
  const line = response?.headers.find(
    ([name, value]) => name.toLowerCase() === 'www-authenticate' && /(?:^|,)\s*basic\b/i.test(value),
  );
  return response?.status === 401 && line !== undefined ? line[1] : null;
};

export const httpBasicAuthClear = checkOf(visitsFrom('http'), {
  id: 'http-basic-auth-clear',
  title: 'No password is asked for over plain HTTP',
  finding: 'Password is asked for over plain HTTP (Basic authentication)',
  weakness: { cvss: 'cleartextInterception', cwe: [319, 523] },
  judge: (visit) => {
    const step = visit.hops.find((hop) => hop.isOwn && hop.url.protocol === 'http:' && basicOf(hop) !== null);
    if (step === undefined) return withoutDocument(visit) ?? pass('No password is asked for over http');
    const location = locationOf(step);
    const description = `${step.exchange.url} asks for a user name and a password over http: browsers send both readable with every request. Expected: a redirect to https.`;
    return fail({
      location,
      description,
      evidence: proof(hopLine(step), `WWW-Authenticate: ${basicOf(step)?.slice(0, 200) ?? ''}`, curlLine(location)),
    });
  },
});
