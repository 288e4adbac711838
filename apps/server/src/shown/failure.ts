import type { AuditFailure, AuditFailureCode } from '@perimeter/contract/audit';

/** Advice for failures that the caller may be able to fix. */
const hints: Readonly<Partial<Record<AuditFailureCode, string>>> = {
  domain_not_found: 'Check the spelling of the domain.',
  dns_unavailable: 'Check the name servers of the domain, then start another audit.',
  target_unreachable:
    'Check that the site is online and accepts connections from this service, then start another audit.',
  target_blocked: 'This service audits public addresses only.',
};

/** A failure in the API, with advice if there is any. */
export function toFailure(failure: AuditFailure): AuditFailure {
  const hint = hints[failure.code];
  return hint === undefined ? failure : { ...failure, hint };
}
