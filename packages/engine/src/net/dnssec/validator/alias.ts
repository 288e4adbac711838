import type { Message } from '@perimeter/protocols/dns/message';
import { canonicalName, isAtOrBelow, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { rrsetOf, type Rrset } from '../rrset.ts';

/** The records that make a name an alias, and where it leads. */
export interface Alias {
  rrset: Rrset;
  /** Canonical. */
  target: string;
}

const [cname, dname] = [typeCode('CNAME'), typeCode('DNAME')];

/** Canonical; null where the record cannot be read. */
function targetOf({ type, rdata }: ResourceRecord): string | null {
  try {
    return canonicalName(printRdata(type, rdata));
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** True where an answer contains an alias. */
export const hasAlias = ({ answers }: Message): boolean => answers.some(({ type }) => type === cname || type === dname);

/** The alias of a name: a CNAME, or one synthesized from a DNAME, which is the signed record (RFC 6672 section 5.3.1). */
export function findAlias(name: string, { answers }: Message): Alias | null {
  const above = answers.find(({ type, name: owner }) => {
    if (type !== dname) return false;
    const ancestor = canonicalName(owner);
    return ancestor !== name && isAtOrBelow(name, ancestor);
  });
  if (above !== undefined) {
    const rrset = rrsetOf(answers, canonicalName(above.name), 'DNAME');
    const kept = labelsOf(name).slice(0, labelsOf(name).length - labelsOf(rrset.name).length);
    const target = targetOf(above);
    return target === null ? null : { rrset, target: joinLabels([...kept, ...labelsOf(target)]) };
  }
  const rrset = rrsetOf(answers, name, 'CNAME');
  const [record] = rrset.records;
  const target = record === undefined ? null : targetOf(record);
  return target === null ? null : { rrset, target };
}
