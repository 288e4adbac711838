import { responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { allowsWildcardByNsec, judgeNsec } from '@perimeter/protocols/dns/denial/nsec';
import { allowsWildcardByNsec3, judgeNsec3, type HashName } from '@perimeter/protocols/dns/denial/nsec3';
import type { Denial } from '@perimeter/protocols/dns/denial/verdict';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DenialRecords } from './denial-records.ts';
import { bogus, capped, insecure, secure, type Judged } from './security.ts';
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

/** The judgement of a denial that proves nothing: a fault of its records explains it, else the records are missing or wrong. */
export function unproved({ nsec, nsec3, fault }: DenialRecords, work: Work): Judged {
  if (work.hashesAreSpent) return capped;
  if (fault !== null) return fault;
  return bogus(nsec.length + nsec3.length === 0 ? 'denial-missing' : 'denial-wrong');
}

/** Judges an answer without records: its code must be what the records prove (RFC 4035 section 5.4). */
export function judgeAbsence(name: string, type: string, message: Message, records: DenialRecords, work: Work): Judged {
  const denial = denialOf(name, type, records, work);
  if (denial.proves === null) return denial.lacks === 'opt-out' ? insecure('opt-out') : unproved(records, work);
  if (denial.proves === 'no-ds') return insecure('opt-out');
  const isNameError = message.responseCode === responseCodes.nameError;
  const fits = denial.by === 'compact' || isNameError === (denial.proves === 'nxdomain');
  return fits ? secure : bogus('denial-wrong');
}

/** Judges records that a wildcard gave: nothing closer to the name may exist (RFC 4035 section 5.3.4). */
export function judgeExpansion(name: string, labelCount: number, records: DenialRecords, work: Work): Judged {
  const { nsec, nsec3 } = records;
  const allowed =
    allowsWildcardByNsec(name, labelCount, nsec) || allowsWildcardByNsec3(name, labelCount, nsec3, hasherOf(work));
  return allowed ? secure : unproved(records, work);
}
