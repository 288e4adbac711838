import type { Message } from '@perimeter/protocols/dns/message';
import { decodeNsec, type Nsec } from '@perimeter/protocols/dns/denial/nsec';
import { decodeNsec3, type Nsec3 } from '@perimeter/protocols/dns/denial/nsec3';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { rrsetOf, type SignedZone } from '../rrset.ts';
import type { Judging } from './inquiry.ts';
import { judgeSet } from './record-set.ts';
import { capped, weakest, type JudgedSecurity } from './security.ts';
import { mostIterations } from './work.ts';

/** Most NSEC3 records read from a message: a denial takes three, an attack many (CVE-2023-50868). */
const mostRecords = 8;

/** The verified denial records of a message, and the worst fault of the others. */
export interface DenialRecords {
  nsec: readonly Nsec[];
  nsec3: readonly Nsec3[];
  fault: JudgedSecurity | null;
}

const ownersOf = (records: readonly ResourceRecord[], type: string, zone: string): string[] => {
  const code = typeCode(type);
  const owners = records.filter((record) => record.type === code).map(({ name }) => name.toLowerCase());
  return [...new Set(owners)].filter((owner) => isAtOrBelow(owner, zone));
};

/** Signatures over denial records in the authority section of an answer. */
export const denialSignatures = ({ authorities }: Message): ResourceRecord[] =>
  ['NSEC', 'NSEC3'].flatMap((type) =>
    [...new Set(authorities.map(({ name }) => name.toLowerCase()))].flatMap(
      (owner) => rrsetOf(authorities, owner, type).signatures,
    ),
  );

function decodeEach<T>(records: readonly ResourceRecord[], decode: (record: ResourceRecord) => T | null): T[] {
  return records.flatMap((record) => {
    try {
      const decoded = decode(record);
      return decoded === null ? [] : [decoded];
    } catch (error) {
      if (error instanceof ProtocolError) return [];
      throw error;
    }
  });
}

/** Verifies the NSEC and NSEC3 records in the authority section of an answer. */
export function readDenial({ authorities }: Message, zone: SignedZone, judging: Judging): DenialRecords {
  const faults: JudgedSecurity[] = [];
  const verified = (type: string): ResourceRecord[] => {
    const owners = ownersOf(authorities, type, zone.name);
    if (owners.length > mostRecords) faults.push(capped);
    return owners.slice(0, mostRecords).flatMap((owner) => {
      const rrset = rrsetOf(authorities, owner, type);
      const judged = judgeSet(rrset, zone, judging);
      if (judged.security === 'secure') return rrset.records;
      faults.push({ security: judged.security, reason: judged.reason });
      return [];
    });
  };
  const nsec = decodeEach(verified('NSEC'), decodeNsec);
  const nsec3 = decodeEach(verified('NSEC3'), decodeNsec3);
  if (nsec3.some(({ iterations }) => iterations > mostIterations)) faults.push(capped);
  const [first, ...others] = faults;
  return {
    nsec,
    nsec3: nsec3.filter(({ iterations, algorithm }) => iterations <= mostIterations && algorithm === 1),
    fault: first === undefined ? null : weakest(first, ...others),
  };
}
