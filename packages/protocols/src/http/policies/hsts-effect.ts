import { registrableDomainOf } from '../../domain/name.ts';
import { type HeaderLines, headerValues } from '../headers/header-list.ts';
import { parseStrictTransportSecurity, type StrictTransportSecurity } from './strict-transport-security.ts';

/** The policy that a browser has for a host after a visit: its own, or that of an ancestor with includeSubDomains; null for none. */
export function effectiveHsts(
  host: string,
  met: ReadonlyMap<string, StrictTransportSecurity>,
): { from: string; policy: StrictTransportSecurity } | null {
  const own = met.get(host);
  if (own !== undefined && own.maxAgeSeconds > 0) return { from: host, policy: own };
  const labels = host.split('.');
  for (let at = 1; at < labels.length; at += 1) {
    const from = labels.slice(at).join('.');
    const policy = met.get(from);
    if (policy?.includeSubDomains === true && policy.maxAgeSeconds > 0) return { from, policy };
  }
  return null;
}

/** Requirements of the preload list for a domain (hstspreload.org, "Submission requirements"). */
export type PreloadRule =
  | 'registrable-domain'
  | 'certificate'
  | 'www-certificate'
  | 'http-redirect'
  | 'one-header'
  | 'max-age'
  | 'include-subdomains'
  | 'preload';

/** Observations of a domain; null where there is none. */
export interface PreloadQuestion {
  /** In A-labels, lower case. */
  domain: string;
  /** Whether browsers trust the chain that the domain serves. */
  certificate: boolean | null;
  /** Whether they trust that of its www; absent where that name has no address. */
  www: 'absent' | boolean | null;
  /** Port 80: closed, where its first answer leads, or an answer that leads nowhere. */
  http: { state: 'closed' } | { state: 'redirect'; location: string } | { state: 'answered' } | null;
  /** Header lines of the domain's own first answer over https, also where that is a redirect. */
  lines: HeaderLines | null;
}

/** How one rule is met: held, broken, or not seen. */
export type PreloadVerdict = Readonly<Record<PreloadRule, 'held' | 'broken' | 'unknown'>>;

/** One year. */
export const preloadMaxAgeSeconds = 31_536_000;

const verdictOf = (holds: boolean | null): 'held' | 'broken' | 'unknown' =>
  holds === null ? 'unknown' : holds ? 'held' : 'broken';

/** The first redirect goes to https on the same host, before it goes anywhere else. */
function redirects({ domain, http }: PreloadQuestion): boolean | null {
  if (http === null || http.state === 'closed') return http === null ? null : true;
  if (http.state === 'answered') return false;
  try {
    const url = new URL(http.location, `http://${domain}/`);
    return url.protocol === 'https:' && url.hostname === domain;
  } catch {
    return false;
  }
}

/** Whether a domain meets each rule of the preload list. */
export function preloadEligibility(question: PreloadQuestion): PreloadVerdict {
  const { domain, certificate, www, lines } = question;
  const policy = lines === null ? null : parseStrictTransportSecurity(lines).value;
  const header = (holds: (policy: StrictTransportSecurity) => boolean): 'held' | 'broken' | 'unknown' =>
    lines === null ? 'unknown' : verdictOf(policy !== null && holds(policy));
  return {
    'registrable-domain': verdictOf(registrableDomainOf(domain) === domain),
    certificate: verdictOf(certificate),
    'www-certificate': verdictOf(www === 'absent' ? true : www),
    'http-redirect': verdictOf(redirects(question)),
    'one-header': verdictOf(lines === null ? null : headerValues(lines, 'Strict-Transport-Security').length === 1),
    'max-age': header(({ maxAgeSeconds }) => maxAgeSeconds >= preloadMaxAgeSeconds),
    'include-subdomains': header(({ includeSubDomains }) => includeSubDomains),
    preload: header(({ preload }) => preload),
  };
}
