import { decodeNsec } from '@perimeter/protocols/dns/denial/nsec';
import type { Message } from '@perimeter/protocols/dns/message';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';

/** RFC 9824 section 3.1: the pseudo-type that marks a nonexistent name in compact denial. */
const nxname = typeCode('NXNAME');
const nsec = typeCode('NSEC');

/** True where a signed answer without records denies the name itself. */
export function isCompactDenial({ authorities }: Message, name: string): boolean {
  return authorities.some((record) => {
    if (record.type !== nsec || record.name.toLowerCase() !== name.toLowerCase()) return false;
    try {
      return decodeNsec(record).types.has(nxname);
    } catch (error) {
      if (error instanceof ProtocolError) return false;
      throw error;
    }
  });
}
