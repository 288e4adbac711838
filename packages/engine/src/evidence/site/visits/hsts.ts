import { effectiveHsts } from '@perimeter/protocols/http/policies/hsts-effect';
import {
  parseStrictTransportSecurity,
  type StrictTransportSecurity,
} from '@perimeter/protocols/http/policies/strict-transport-security';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import type { CertificatesEvidence } from '../../certificates/schema.ts';
import type { HttpEvidence } from '../../http/schema.ts';
import type { SiteEvidence } from '../site-evidence.ts';
import { type Hop, type Visit, visitsOf } from './visits.ts';

export type HstsEvidence = SiteEvidence & { certificates: CertificatesEvidence };

/** Whether browsers trust every chain that they get from a host on port 443, at each of its addresses; null where none was seen. */
export function isTrusted(
  { certificates, http }: Pick<HstsEvidence, 'certificates' | 'http'>,
  host: string,
): boolean | null {
  const chains = certificates.chains.filter(
    ({ serverName, port, forBrowsers }) => serverName === host && port === 443 && forBrowsers !== false,
  );
  return chains.length === 0 ? asConnected(http, host) : chains.every(({ verdict }) => verdict.trusted);
}

/** What the connections of the HTTP client say, where no certificate of the host was judged by itself. */
function asConnected({ exchanges }: HttpEvidence, host: string): boolean | null {
  const start = `https://${host}/`;
  const verdicts = exchanges.flatMap(({ url, tls }) => (tls !== null && url.startsWith(start) ? [tls.authorized] : []));
  return verdicts.length === 0 ? null : verdicts.every(Boolean);
}

/** Header lines of Strict-Transport-Security in a response. */
export const hstsLines = ({ response }: Hop) =>
  response === null ? [] : headerLines(response.headers, 'Strict-Transport-Security');

/** What browsers take from a hop: nothing over http or over a connection with certificate errors (RFC 6797 section 8.1). */
export function policyOf(hop: Hop, evidence: HstsEvidence): StrictTransportSecurity | null {
  const { url, response } = hop;
  if (response === null || url.protocol !== 'https:') return null;
  if (isTrusted(evidence, url.hostname) === false) return null;
  return parseStrictTransportSecurity(response.headers).value;
}

/** The policies that one visit taught a browser, by host. */
function metOn(visit: Visit, evidence: HstsEvidence): Map<string, StrictTransportSecurity> {
  const met = new Map<string, StrictTransportSecurity>();
  for (const hop of visit.hops) {
    const policy = policyOf(hop, evidence);
    if (policy !== null) met.set(hop.url.hostname, policy);
  }
  return met;
}

type Effective = ReturnType<typeof effectiveHsts>;

/** The first policy that a visit which met a host puts in force for it; of what it met, only what `counts`. */
function firstEffective(host: string, evidence: HstsEvidence, counts: (from: string) => boolean): Effective {
  for (const visit of visitsOf(evidence)) {
    if (!visit.hops.some(({ url }) => url.hostname === host)) continue;
    const met = new Map([...metOn(visit, evidence)].filter(([from]) => counts(from)));
    const effective = effectiveHsts(host, met);
    if (effective !== null) return effective;
  }
  return null;
}

/** The policy in force for a host after a visit that met it; an ancestor's counts where the same visit met that. */
export const effectiveOn = (host: string, evidence: HstsEvidence): Effective =>
  firstEffective(host, evidence, () => true);

/** As effectiveOn, whatever the host itself sends. */
export const effectiveAbove = (host: string, evidence: HstsEvidence): Effective =>
  firstEffective(host, evidence, (from) => from !== host);
