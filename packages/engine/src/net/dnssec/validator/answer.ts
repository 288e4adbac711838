import type { Message } from '@perimeter/protocols/dns/message';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { rrsetOf, type Rrset, type SignedZone } from '../rrset.ts';
import { findAlias } from './alias.ts';
import { judgeKeys, type JudgedKeys } from './delegation.ts';
import { judgeAbsence, judgeExpansion } from './denial.ts';
import type { Judging } from './inquiry.ts';
import { isExpanded, judgeSet, type JudgedSet } from './record-set.ts';
import type { JudgedSecurity } from './security.ts';
import { Work } from './work.ts';

/** Judges records with the keys of their zone; for records from a wildcard, also the proof that no closer name exists (RFC 4035 section 5.3.4). */
export function judgePositive(rrset: Rrset, zone: SignedZone, message: Message, judging: Judging): JudgedSet {
  const judged = judgeSet(rrset, zone, judging);
  if (judged.security !== 'secure' || !isExpanded(rrset, judged)) return judged;
  const labels = judged.signature?.labels ?? 0;
  return { ...judgeExpansion({ name: rrset.name, labels, message, zone }, judging), signature: judged.signature };
}

/** Judges one server's answer with the zone's keys only: records, an alias, or a denial. */
export function judgeAnswer(
  { name, type }: { name: string; type: string },
  message: Message,
  zone: SignedZone,
  judging: Judging,
): JudgedSecurity {
  const own = rrsetOf(message.answers, name, type);
  const rrset = own.records.length > 0 ? own : findAlias(name, message)?.rrset;
  const { security, reason } =
    rrset === undefined
      ? judgeAbsence({ name, type, message, zone }, judging)
      : judgePositive(rrset, zone, message, judging);
  return { security, reason };
}

/** Judges the DNSKEY set in one server's answer by the DS records or anchors. */
export const judgeServedKeys = (
  { answers }: Message,
  zone: string,
  ds: readonly ResourceRecord[],
  judging: Judging,
): JudgedKeys => judgeKeys(rrsetOf(answers, zone, 'DNSKEY'), ds, judging);

/** A separate computation budget for judging servers' answers, so that it takes nothing from the chain. */
export const judgingAt = (ms: number): Judging => ({ nowSeconds: Math.floor(ms / 1_000), work: new Work() });
