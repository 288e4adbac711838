import { hasNoMail } from '../../../evidence/mail-auth/role.ts';
import type { DmarcPolicy } from '@perimeter/protocols/dmarc/record';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import type { DmarcRecords } from './facts.ts';
import { listed } from '../../../evidence/words/text.ts';

/** Whether t=y weakens the policy (RFC 9989 section 4.7). */
export const isLowered = ({ dmarc }: DmarcRecords): boolean => dmarc.record.record.testing;

/** The policies as written, before t=y weakens them. */
export function writtenPolicies({ dmarc, domain }: DmarcRecords): { domain: DmarcPolicy; subdomains: DmarcPolicy } {
  const { p, sp } = dmarc.record.record;
  const subdomains = sp ?? p ?? 'none';
  return { domain: dmarc.policyDomain === domain ? (p ?? 'none') : subdomains, subdomains };
}

/** The registry whose record is in force for the domain (RFC 9989 section 4.10.1), which its owner cannot change; null: none. */
export function registryOf({ dmarc: { policyDomain }, registrableDomain }: DmarcRecords): string | null {
  const isAbove = policyDomain !== null && policyDomain !== registrableDomain;
  return isAbove && isAtOrBelow(registrableDomain, policyDomain) ? policyDomain : null;
}

/** Invalid policy tags, as written, that receivers treat as p=none (RFC 9989 section 4.10.1). */
const invalidPolicies = ({ problems }: DmarcRecords['dmarc']['record']): string[] =>
  ['p', 'sp', 'np'].filter((tag) =>
    problems.some((problem) => 'tag' in problem && problem.tag === tag && problem.code.startsWith('value-')),
  );

/** How receivers treat a record with invalid parts. */
export function effectOfFaults(parsed: DmarcRecords['dmarc']['record']): string {
  const bad = invalidPolicies(parsed);
  return bad.length === 0
    ? 'Receivers ignore these parts and follow the rest.'
    : `Receivers act as if the record had p=none, because the value of ${listed(bad)} is invalid (RFC 9989 section 4.10.1).`;
}

/** Why receivers apply no policy to the domain, and the step that changes it. */
export function againstNone(records: DmarcRecords): { why: string; expected: string } {
  const { record } = records.dmarc;
  const registry = registryOf(records);
  // Enforcing without reading reports can lose legitimate mail.
  const isBlind = record.record.rua.length === 0;
  const reports = 'rua=mailto: with an address that is read, and once its reports show no own mail that fails';
  const steps = hasNoMail(records.role) ? 'p=reject' : `${isBlind ? `${reports}, ` : ''}p=quarantine, then p=reject`;
  if (registry !== null)
    return {
      why: `, by the record of ${registry}, which is above the domain`,
      expected: `a record of its own at _dmarc.${records.domain}, with ${steps}`,
    };
  const [tag] = invalidPolicies(record);
  if (tag !== undefined)
    return { why: `, because the value of ${tag} is invalid (RFC 9989 section 4.10.1)`, expected: `a valid ${tag}` };
  if (record.record.p === null)
    return { why: ', because there is no p tag (RFC 9989 section 4.10.1)', expected: steps };
  const { domain: written } = writtenPolicies(records);
  if (written !== 'none')
    return {
      why: ` under t=y, which lowers ${written} by one step`,
      expected: hasNoMail(records.role)
        ? 'p=reject without t=y'
        : `${isBlind ? `${reports}, t=y removed` : 't=y removed once reports show no own mail that fails'}, then p=reject`,
    };
  const { policyDomain } = records.dmarc;
  if (policyDomain === null || policyDomain === records.domain) return { why: '', expected: steps };
  const by = record.record.sp === null ? 'p' : 'sp';
  return {
    why: `, by ${by}=none in the record of ${policyDomain}`,
    expected: `${steps.replaceAll(/\bp=/g, `${by}=`)} there, or a record of its own at _dmarc.${records.domain}`,
  };
}
