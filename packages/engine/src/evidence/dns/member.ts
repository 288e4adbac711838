import type { DnsSection } from '@perimeter/contract/observed';
import { dnssecPath } from './dnssec-path.ts';
import type { DnsEvidence } from './schema.ts';
import type { EndpointsEvidence } from '../endpoints/schema.ts';
import { failureText } from '../failure-text.ts';

/** The report's view of DNS evidence: every answer, and every address with what the guard said of it. */
export function dnsMember(dns: DnsEvidence, endpoints: EndpointsEvidence | undefined): DnsSection {
  const hosts = endpoints?.hosts ?? [];
  return {
    resolvers: dns.resolvers,
    dnssec: { status: dns.dnssec.status, path: dnssecPath(dns.dnssec.steps) },
    answers: dns.answers.map(({ name, type, status, authenticated, cnames, records, failure }) => ({
      name,
      type,
      status,
      authenticated,
      cnames,
      records,
      failure: failure === undefined ? null : failureText(failure),
    })),
    addresses: hosts.flatMap(({ host, addresses, notProbed }) => [
      ...addresses.map(({ address, allowed, blockedBy }) => ({
        host,
        address,
        probed: allowed,
        blockedBy: blockedBy ?? null,
      })),
      ...notProbed.map((address) => ({ host, address, probed: false, blockedBy: null })),
    ]),
  };
}
