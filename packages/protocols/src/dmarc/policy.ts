import type { DmarcPolicy, ParsedDmarc } from './record.ts';

/** What receivers do with mail that fails, for each class of names. */
export interface DmarcPolicies {
  /** The domain that was asked about. */
  domain: DmarcPolicy;
  /** Names below it that exist. */
  subdomains: DmarcPolicy;
  /** Names below it that do not exist. */
  missing: DmarcPolicy;
}

/** Where the record stands as seen from the domain: on it, or above it. */
export type DmarcPlace = 'own' | 'above';

/** `t=y` makes receivers do one step less (RFC 9989 section 4.7). */
const oneStepLess: Readonly<Record<DmarcPolicy, DmarcPolicy>> = {
  reject: 'quarantine',
  quarantine: 'none',
  none: 'none',
};

const hasInvalid = ({ problems }: ParsedDmarc, tags: readonly string[]): boolean =>
  problems.some((problem) => 'tag' in problem && tags.includes(problem.tag) && problem.code.startsWith('value-'));

/**
 * The policies of a record; null where receivers ignore it: it is void, or its policies are invalid and it has no
 * report address (RFC 9989 section 4.10.1).
 */
export function policiesOf(parsed: ParsedDmarc, place: DmarcPlace): DmarcPolicies | null {
  const { record } = parsed;
  if (parsed.void) return null;
  if (record.p === null || hasInvalid(parsed, ['sp', 'np'])) {
    const isReported = record.rua.some(({ host }) => host !== null);
    return isReported ? { domain: 'none', subdomains: 'none', missing: 'none' } : null;
  }
  const lower = (policy: DmarcPolicy): DmarcPolicy => (record.testing ? oneStepLess[policy] : policy);
  const subdomains = record.sp ?? record.p;
  return {
    domain: lower(place === 'own' ? record.p : subdomains),
    subdomains: lower(subdomains),
    missing: lower(record.np ?? subdomains),
  };
}
