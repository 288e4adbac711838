import { dayMs } from '@perimeter/protocols/durations';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { Served } from './served.ts';

/**
 * Days from which on a list no longer says for certain what browsers do. Logs: Chrome holds nobody to its policy with a list
 * of ten weeks (chrome_ct_policy_enforcer.cc, IsLogDataTimely). Roots, and names in CAA with them: Mozilla releases a list
 * every few weeks, and an authority that is new in it takes longer than half a year to be met without a cross-certificate.
 */
export const maxListDays = { roots: 180, logs: 70 } as const;

/** A list of those that certificates are judged by. */
export type ListKind = keyof typeof maxListDays;

/** Whole days from the day of a list (YYYY-MM-DD) to a moment; none where the list is the newer one. */
export const daysSince = (date: string, atMs: number): number =>
  Math.max(0, Math.floor((atMs - Date.parse(date)) / dayMs));

/** Whole days from a list to an audit. */
export const listDays = (kind: ListKind, evidence: CertificatesEvidence, startedAtMs: number): number =>
  daysSince(kind === 'roots' ? evidence.rootsDate : evidence.logsDate, startedAtMs);

/** True where a list is too old to prove anybody wrong by what it lacks. */
export const isOld = (kind: ListKind, evidence: CertificatesEvidence, startedAtMs: number): boolean =>
  listDays(kind, evidence, startedAtMs) >= maxListDays[kind];

const nouns: Record<ListKind, string> = { roots: 'list of roots', logs: 'log list' };

/** Why what a list lacks proves nothing; null where it is new enough. */
export function oldList(kind: ListKind, { certificates, atSeconds }: Served): string | null {
  if (!isOld(kind, certificates, atSeconds * 1_000)) return null;
  const date = kind === 'roots' ? certificates.rootsDate : certificates.logsDate;
  return `the ${nouns[kind]} is outdated (${date})`;
}
