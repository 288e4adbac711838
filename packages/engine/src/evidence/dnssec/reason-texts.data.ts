import type { SecurityReason } from '../dns/schema.ts';

/** Why data has its security, in a few words. */
export const reasonTexts: Readonly<Record<SecurityReason, string>> = {
  signed: 'signed',
  'no-ds': 'no DS record in the parent zone',
  'opt-out': 'in an opt-out span of the parent zone',
  'unsupported-algorithm': 'only algorithms that validators do not support',
  'unsupported-digest': 'only DS digests that validators do not support',
  'ds-mismatch': 'no DNSKEY matches the DS records',
  'key-missing': 'DS records, but no DNSKEY records',
  'rrsig-missing': 'no signature',
  'rrsig-expired': 'signature expired',
  'rrsig-not-yet': 'signature not yet valid',
  'rrsig-invalid': 'signature invalid',
  'denial-missing': 'absence not proved (no NSEC or NSEC3 records)',
  'denial-wrong': 'NSEC or NSEC3 records do not prove the absence',
  'no-anchor': 'no trust anchor',
  'no-answer': 'no answer',
  'response-code': 'the resolver answered with an error',
  'alias-loop': 'alias loop',
  disputed: 'what the resolver has fails validation, what a name server of the zone answers does not',
  stripped: 'the resolver removes signatures or proofs',
  capped: 'too much to verify',
};
