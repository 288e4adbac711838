import type { CspLevel } from '@perimeter/protocols/http/csp/level';
import type { PolicyState } from '../../evidence/site/policies/policed-page.ts';

/** Why a check of another state passes. */
export const passReasons: Readonly<Record<PolicyState, string>> = {
  missing: 'No policy is sent',
  'report-only': 'The only policy is report-only',
  unparsable: 'The policy has no directive that browsers know',
  unrestricted: 'A policy is enforced',
  governed: 'An enforced policy restricts scripts',
};

/** What each level of protection means. */
export const levelWords: Readonly<Record<CspLevel, string>> = {
  none: 'none: scripts are not restricted',
  'report-only': 'report-only: violations are reported, and nothing is blocked',
  hosts: 'allow-list: scripts are restricted by host or scheme',
  'nonce-hash': 'nonces or hashes: inline scripts need a nonce or a hash, hosts are allowed beside them',
  strict: 'strict: only scripts with a nonce or a hash run, and those that they load',
  'strict-trusted-types': 'strict with Trusted Types: strings reach no script sink without a policy',
};
