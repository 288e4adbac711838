import { daysSince } from '@perimeter/protocols/durations';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { Served } from './served.ts';

/**
 * Age in days from which a list no longer shows reliably what browsers do. Logs: Chrome does not enforce its policy
 * with a list older than ten weeks (chrome_ct_policy_enforcer.cc, IsLogDataTimely). Roots and CAA names: Mozilla
 * releases a list every few weeks, and a new CA is rarely met without a cross-certificate for more than half a year.
 */
export const maxListDays = { roots: 180, logs: 70 } as const;

/** A kind of list that certificates are judged by. */
export type ListKind = keyof typeof maxListDays;

/** Whole days from a list to an audit. */
export const listDays = (kind: ListKind, evidence: CertificatesEvidence, startedAtMs: number): number =>
  daysSince(kind === 'roots' ? evidence.rootsDate : evidence.logsDate, startedAtMs);

/** True where a list is too old for a missing entry to prove a fault. */
export const isOld = (kind: ListKind, evidence: CertificatesEvidence, startedAtMs: number): boolean =>
  listDays(kind, evidence, startedAtMs) >= maxListDays[kind];

const nouns: Record<ListKind, string> = { roots: 'list of roots', logs: 'log list' };

/** Why a missing entry proves nothing; null where the list is new enough. */
export function oldList(kind: ListKind, { certificates, atSeconds }: Served): string | null {
  if (!isOld(kind, certificates, atSeconds * 1_000)) return null;
  const date = kind === 'roots' ? certificates.rootsDate : certificates.logsDate;
  return `the ${nouns[kind]} is outdated (${date})`;
}
