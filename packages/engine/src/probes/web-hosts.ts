import type { TargetEvidence } from '../evidence/target/schema.ts';

/** The www host of a target; null where the target itself is one. */
export const wwwOf = ({ domain }: Pick<TargetEvidence, 'domain'>): string | null =>
  domain.startsWith('www.') ? null : `www.${domain}`;

/** The names of a web site that are probed: the target, and its www host. */
export function webHostsOf(target: Pick<TargetEvidence, 'domain'>): string[] {
  const www = wwwOf(target);
  return www === null ? [target.domain] : [target.domain, www];
}
