import { ByteReader } from '../../byte-reader.ts';
import { concat, u32, u8, vector8 } from '../../bytes.ts';

/** Smaller datagrams are dropped (RFC 9000 section 14.1). */
const smallest = 1_200;

/** What a server of these versions answers to a first packet of another one (RFC 9000 section 6); null where it does not answer. */
export function versionAnswer(datagram: Uint8Array, versions: readonly number[]): Uint8Array | null {
  if (datagram.length < smallest) return null;
  const reader = new ByteReader(datagram);
  const isLong = (reader.u8() & 0x80) !== 0;
  const version = reader.u32();
  if (!isLong || version === 0 || versions.includes(version)) return null;
  const [destination, source] = [reader.vector8(), reader.vector8()];
  return concat([u8(0xc0), u32(0), vector8(source), vector8(destination), ...versions.map(u32)]);
}
