import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { allowsWildcardByNsec, judgeNsec } from '@perimeter/protocols/dns/denial/nsec';
import { allowsWildcardByNsec3, judgeNsec3, type HashName } from '@perimeter/protocols/dns/denial/nsec3';
import type { Denial } from '@perimeter/protocols/dns/denial/verdict';
import { typeCode } from '@perimeter/protocols/dns/types';
import { rrsetOf, type SignedZone } from '../rrset.ts';
import { readDenial, type DenialRecords } from './denial-records.ts';
import type { Judging } from './inquiry.ts';
import { judgeSet } from './record-set.ts';
import { bogus, capped, insecure, secure, type JudgedSecurity, type ShownDenial } from './security.ts';
import type { Work } from './work.ts';

const hasherOf =
  (work: Work): HashName =>
  (name, parameters) =>
    work.hashName(name, parameters);

/** What verified records deny. */
export function denialOf(name: string, type: string, { nsec, nsec3 }: DenialRecords, work: Work): Denial {
  const question = { name, type: typeCode(type) };
  return nsec.length > 0 ? judgeNsec(question, nsec) : judgeNsec3(question, nsec3, hasherOf(work));
}

/** The judgement of a denial that proves nothing: the fault of its records, else missing or wrong records. */
export function unproved({ nsec, nsec3, fault }: DenialRecords, work: Work): JudgedSecurity {
  if (work.hashesAreSpent) return capped;
  if (fault !== null) return fault;
  return bogus(nsec.length + nsec3.length === 0 ? 'denial-missing' : 'denial-wrong');
}

/** A denial in its reported form. */
export function shownDenial(denial: Denial, { nsec, nsec3 }: DenialRecords): ShownDenial {
  const signed = nsec.length > 0 ? 'nsec' : nsec3.length > 0 ? 'nsec3' : 'none';
  if (denial.proves === null) return { kind: signed, proves: null, lacks: denial.lacks };
  const { proves, by } = denial;
  return { kind: by === 'compact' || by === 'opt-out' ? by : signed, proves, lacks: null, by };
}

/** A zone's answer whose authority section must contain a proof. */
interface Claim {
  name: string;
  message: Message;
  zone: SignedZone;
}

/**
 * The SOA of a denial must be signed like all data of the zone (RFC 4035 section 3.1.1): no proof needs it, but
 * validators refuse the whole answer if it does not verify. Null: no fault.
 */
function judgeSoa({ authorities }: Message, zone: SignedZone, judging: Judging): JudgedSecurity | null {
  const soa = rrsetOf(authorities, zone.name, 'SOA');
  if (soa.records.length === 0) return null;
  const { security, reason } = judgeSet(soa, zone, judging);
  return security === 'secure' ? null : { security, reason };
}

/** Judges an answer without records: its response code must match the proof (RFC 4035 section 5.4). */
export function judgeAbsence(
  { name, type, message, zone }: Claim & { type: string },
  judging: Judging,
): JudgedSecurity & { denial: ShownDenial } {
  const records = readDenial(message, zone, judging);
  const denial = denialOf(name, type, records, judging.work);
  const shown = { denial: shownDenial(denial, records) };
  const soa = judgeSoa(message, zone, judging);
  if (soa !== null && (denial.proves !== null || denial.lacks === 'opt-out')) return { ...soa, ...shown };
  if (denial.proves === null)
    return { ...(denial.lacks === 'opt-out' ? insecure('opt-out') : unproved(records, judging.work)), ...shown };
  if (denial.proves === 'no-ds') return { ...insecure('opt-out'), ...shown };
  const isNameError = message.responseCode === responseCodes.nameError;
  const fits = denial.by === 'compact' || isNameError === (denial.proves === 'nxdomain');
  return { ...(fits ? secure : bogus('denial-wrong')), ...shown };
}

/** Judges records from a wildcard: no closer name may exist (RFC 4035 section 5.3.4). */
export function judgeExpansion(
  { name, labels, message, zone }: Claim & { labels: number },
  judging: Judging,
): JudgedSecurity & { denial: ShownDenial } {
  const records = readDenial(message, zone, judging);
  const { nsec, nsec3 } = records;
  const byNsec = allowsWildcardByNsec(name, labels, nsec);
  if (!byNsec && !allowsWildcardByNsec3(name, labels, nsec3, hasherOf(judging.work)))
    return { ...unproved(records, judging.work), denial: { kind: 'none', proves: null, lacks: 'next-closer' } };
  return { ...secure, denial: { kind: byNsec ? 'nsec' : 'nsec3', proves: 'wildcard', lacks: null } };
}
