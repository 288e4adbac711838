import { nsec3Chain, nsecChain, type TestZone } from '@perimeter/protocols/dns/denial/testing/zone';
import { toBase32Hex } from '@perimeter/protocols/dns/encodings';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';

const nsecLines = (zone: TestZone, ttl: number): string[] =>
  nsecChain(zone).map(
    ({ owner, next, types }) => `${owner}. ${ttl} IN NSEC ${next}. ${[...types].map(typeName).join(' ')}`,
  );

/** NSEC3 with opt-out, which leaves out unsigned delegations (RFC 5155 section 6). */
function optOutLines(zone: TestZone, ttl: number): string[] {
  const own = [...(zone.owners[zone.apex] ?? []), 'NSEC3PARAM'];
  const withParameters = { ...zone, owners: { ...zone.owners, [zone.apex]: own } };
  const records = nsec3Chain(withParameters, { algorithm: 1, iterations: 0, salt: new Uint8Array() }, true);
  return [
    `${zone.apex}. 0 IN NSEC3PARAM 1 0 0 -`,
    ...records.map(
      ({ hash, next, types }) =>
        `${toBase32Hex(hash)}.${zone.apex}. ${ttl} IN NSEC3 1 1 0 - ${toBase32Hex(next)} ${[...types, typeCode('RRSIG')].map(typeName).join(' ')}`,
    ),
  ];
}

/** The denial records of a zone signed here, as lines of its file. */
export const denialLines = (zone: TestZone, { ttl, optOut }: { ttl: number; optOut: boolean }): string[] =>
  optOut ? optOutLines(zone, ttl) : nsecLines(zone, ttl);
