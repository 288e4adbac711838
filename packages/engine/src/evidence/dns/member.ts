import type { DnsSection } from '@perimeter/contract/observed/observed';
import { dnssecPath } from './dnssec-path.ts';
import type { DnsEvidence } from './schema.ts';
import type { EndpointsEvidence } from '../endpoints/schema.ts';
import type { Observed } from '../observed.ts';
import { failureText } from '../failure-text.ts';

const valueOf = (fact: Observed<boolean>): boolean | null => (fact.known ? fact.value : null);

const resolverOf = ({ resolver }: DnsEvidence): Pick<DnsSection, 'resolver'> =>
  resolver === undefined
    ? {}
    : { resolver: { dnssecAware: valueOf(resolver.dnssecAware), validates: valueOf(resolver.validates) } };

function answerOf(answer: DnsEvidence['answers'][number]): DnsSection['answers'][number] {
  const { name, type, status, authenticated, security, securityReason, cnames, records, failure } = answer;
  return {
    name,
    type,
    status,
    authenticated: security === undefined ? authenticated : security === 'secure',
    ...(security !== undefined && { security }),
    ...(securityReason !== undefined && { securityReason }),
    cnames,
    records,
    failure: failure === undefined ? null : failureText(failure),
  };
}

/** The report's view of DNS evidence: every answer, and every address with the guard's decision. */
export function dnsMember(dns: DnsEvidence, endpoints?: EndpointsEvidence): DnsSection {
  const hosts = endpoints?.hosts ?? [];
  return {
    resolvers: dns.resolvers,
    dnssec: { status: dns.dnssec.status, path: dnssecPath(dns.dnssec.steps) },
    ...resolverOf(dns),
    answers: dns.answers.map(answerOf),
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
