import type { AuditFailureCode } from '@perimeter/contract/audit';

/** Why an audit failed, in a few words. */
export const failureTitles: Readonly<Record<AuditFailureCode, string>> = {
  domain_not_found: 'The domain does not exist',
  dns_unavailable: 'DNS did not answer',
  target_unreachable: 'No server answered',
  target_blocked: 'The domain has no public address',
  insufficient_coverage: 'Too little could be checked',
  scan_timeout: 'The audit ran out of time',
  cancelled: 'Cancelled',
  domain_opted_out: 'The owner opted out of audits',
  target_busy: 'Audited too often',
  internal_error: 'Internal error',
};

/** What to do next. */
export const failureAdvice: Readonly<Record<AuditFailureCode, string>> = {
  domain_not_found: 'Check the spelling. If the domain is new, wait until its DNS records are published.',
  dns_unavailable:
    'The name servers did not respond, or the resolver of this service did not. Try again in a few minutes.',
  target_unreachable:
    'The domain resolves, but neither HTTPS nor HTTP answered. Check that the server is running and that its firewall lets this service in.',
  target_blocked:
    'All its addresses are in private or reserved networks, which this service never connects to. An operator can open own networks with PERIMETER_ALLOW_NETWORKS.',
  insufficient_coverage:
    'Too few of the applicable checks had a result, so a score would be a guess. Often a firewall or bot protection answers instead of the site: that is a sensible defence. To audit what stands behind it, allow our User-Agent for the length of an audit.',
  scan_timeout: 'The server answered very slowly. Try again at a quieter time.',
  cancelled: 'You can start it again at any time.',
  domain_opted_out:
    'Owners can exclude their domains and all subdomains. If it is yours, ask the operator of this service to remove the entry.',
  target_busy:
    'All callers together may audit an address only so often, so that its owner does not notice. Try again in an hour; the credit was given back.',
  internal_error:
    'This is our fault, and it is logged. Try again; if it fails again, send the operator the request id.',
};
