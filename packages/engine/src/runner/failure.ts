import type { AuditFailure, AuditFailureCode } from '@perimeter/contract/audit';
import { hostsWith } from '../evidence/endpoints/roles.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';

const failures: Record<AuditFailureCode, { message: string; retryable: boolean }> = {
  domain_not_found: { message: 'The domain does not exist (NXDOMAIN)', retryable: false },
  dns_unavailable: { message: 'DNS resolution failed for this domain', retryable: true },
  target_unreachable: {
    message: 'No address of this domain answered TLS on port 443 or HTTP on port 80',
    retryable: true,
  },
  target_blocked: { message: 'All addresses of this domain are in networks that are never probed', retryable: false },
  insufficient_coverage: { message: 'Less than half of the applicable checks had a result', retryable: true },
  scan_timeout: { message: 'The audit exceeded its time limit', retryable: true },
  cancelled: { message: 'The audit was cancelled', retryable: false },
  domain_opted_out: { message: 'The owner of this domain has opted out of audits', retryable: false },
  internal_error: { message: 'Internal error', retryable: true },
};

/** A failure by its code; the detail is ours, never a target's text. */
export function auditFailure(code: AuditFailureCode, detail?: string): AuditFailure {
  const { message, retryable } = failures[code];
  return { code, message: detail === undefined ? message : `${message} (${detail})`, retryable };
}

/** What stops an audit before anything is judged: no such domain, or nothing of it that can be reached. */
export function failureOf({ dns, endpoints, tls, http }: AuditEvidence): AuditFailure | null {
  if (endpoints === undefined) return null;
  const hosts = hostsWith(endpoints, 'web');
  const addresses = hosts.flatMap((host) => host.addresses);
  if (addresses.length === 0) {
    const statuses = hosts.map(({ status }) => status);
    if (statuses[0] === 'nxdomain') return auditFailure('domain_not_found');
    if (statuses.includes('failed')) {
      return auditFailure('dns_unavailable', dns?.dnssec.status === 'bogus' ? 'DNSSEC validation fails' : undefined);
    }
    return auditFailure('target_unreachable', 'the domain has no address');
  }
  const [first] = addresses;
  if (addresses.every(({ allowed }) => !allowed)) return auditFailure('target_blocked', first?.blockedBy);
  const silentTls = tls?.endpoints.every(({ speaksTls }) => !speaksTls) ?? true;
  const silentHttp = http?.exchanges.every(({ result }) => !result.ok) ?? true;
  return silentTls && silentHttp && tls !== undefined && http !== undefined ? auditFailure('target_unreachable') : null;
}
