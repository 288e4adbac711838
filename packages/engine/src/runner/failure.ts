import { exchangesOfSite } from '../evidence/http/answer.ts';
import type { AuditFailure, AuditFailureCode } from '@perimeter/contract/audit';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { isAliasLoop } from '../evidence/dns/alias-loop.ts';
import { hostsWith } from '../evidence/endpoints/roles.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';

const failures: Record<AuditFailureCode, { message: string; retryable: boolean }> = {
  domain_not_found: { message: 'The domain does not exist (NXDOMAIN)', retryable: false },
  dns_unavailable: { message: 'DNS resolution failed for this domain', retryable: true },
  target_unreachable: {
    message: 'No address of this domain answered on port 443 or 80, and too few other checks had a result',
    retryable: true,
  },
  target_blocked: { message: 'All addresses of this domain are in networks that are never probed', retryable: false },
  insufficient_coverage: { message: 'Too few of the applicable checks had a result', retryable: true },
  scan_timeout: { message: 'The audit exceeded its time limit', retryable: true },
  cancelled: { message: 'The audit was cancelled', retryable: false },
  domain_opted_out: { message: 'The owner of this domain has opted out of audits', retryable: false },
  target_busy: {
    message: 'An address of this domain was audited as often as it may be for now',
    retryable: true,
  },
  internal_error: { message: 'Internal error', retryable: true },
};

/** A failure by its code; the detail is our text, never the target's. */
export function auditFailure(code: AuditFailureCode, detail?: string): AuditFailure {
  const { message, retryable } = failures[code];
  return { code, message: detail === undefined ? message : `${message} (${detail})`, retryable };
}

/** True where the resolver returned nothing about the domain: neither records nor a denial. */
const nothingHad = ({ dns, target }: AuditEvidence): boolean =>
  !(dns?.answers ?? []).some(
    ({ name, status }) => isInDomain(name, target.domain) && (status === 'answer' || status === 'nodata'),
  );

/** Why an audit stops before evaluation: no such domain, no DNS answer, or no allowed address. */
export function failureOf(evidence: AuditEvidence): AuditFailure | null {
  const { endpoints } = evidence;
  if (endpoints === undefined) return null;
  const hosts = hostsWith(endpoints, 'web');
  const addresses = hosts.flatMap((host) => host.addresses);
  if (addresses.length === 0) {
    const statuses = hosts.map(({ status }) => status);
    if (statuses[0] === 'nxdomain') return auditFailure('domain_not_found');
    return statuses.includes('failed') && nothingHad(evidence)
      ? auditFailure('dns_unavailable', evidence.dns?.dnssec.status === 'bogus' ? 'DNSSEC validation fails' : undefined)
      : null;
  }
  const [first] = addresses;
  return addresses.every(({ allowed }) => !allowed) ? auditFailure('target_blocked', first?.blockedBy) : null;
}

/** Why an audit with hardly any result failed: the domain was silent, or our queries were not answered. */
export function failureOfSilence({ dns, endpoints, tls, http, target }: AuditEvidence): AuditFailure {
  const aliases = dns?.followedAliases?.find(({ name }) => name === target.domain);
  if (aliases !== undefined && isAliasLoop(aliases.name, aliases.chain))
    return auditFailure('dns_unavailable', 'its CNAME records lead back to themselves');
  const hosts = endpoints === undefined ? [] : hostsWith(endpoints, 'web');
  const isThere = hosts.some(({ addresses }) => addresses.length > 0);
  const silentTls = tls?.endpoints.every(({ speaksTls }) => !speaksTls) ?? false;
  const silentHttp = http === undefined ? false : exchangesOfSite(http).every(({ result }) => !result.ok);
  return auditFailure(isThere && silentTls && silentHttp ? 'target_unreachable' : 'insufficient_coverage');
}
