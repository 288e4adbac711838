import type { Coverage } from '@perimeter/contract/score';
import { type DnsLookup, queriesIn } from '../../evidence/dns/lookup.ts';
import type { AuditEvidence, EvidenceByKind, EvidenceKind } from '../../evidence/evidence.ts';

type SomeKind = EvidenceByKind[EvidenceKind];

const lookupsOf = (gathered: SomeKind | undefined): DnsLookup[] =>
  gathered !== undefined && 'lookups' in gathered ? (gathered.lookups ?? []) : [];

/** DNS query counts of all probes of an audit, summed from their evidence. */
export function dnsCounts({
  version: _version,
  missing: _missing,
  ...kinds
}: AuditEvidence): NonNullable<Coverage['dns']> {
  const lookups = Object.values(kinds).flatMap((kind) => lookupsOf(kind));
  const { questionsAsked = 0, queriesSent = 0 } = kinds.dns ?? {};
  return { questionsAsked: questionsAsked + lookups.length, queriesSent: queriesSent + queriesIn(lookups) };
}
