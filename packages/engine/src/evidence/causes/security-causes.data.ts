import type { SecurityReason } from '../dns/schema.ts';
import type { Cause } from '../causes.data.ts';

/** The cause behind each reason for which DNSSEC data cannot be judged. */
export const securityCauses: Readonly<Record<SecurityReason, Cause>> = {
  signed: 'name-servers',
  'no-ds': 'name-servers',
  'opt-out': 'name-servers',
  'unsupported-algorithm': 'name-servers',
  'unsupported-digest': 'name-servers',
  'ds-mismatch': 'name-servers',
  'key-missing': 'name-servers',
  'rrsig-missing': 'name-servers',
  'rrsig-expired': 'name-servers',
  'rrsig-not-yet': 'name-servers',
  'rrsig-invalid': 'name-servers',
  'denial-missing': 'name-servers',
  'denial-wrong': 'name-servers',
  'no-anchor': 'name-servers',
  'no-answer': 'name-servers',
  'response-code': 'name-servers',
  'alias-loop': 'name-servers',
  disputed: 'disputed',
  stripped: 'stripping',
  capped: 'name-servers',
};
