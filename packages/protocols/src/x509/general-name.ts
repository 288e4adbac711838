import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, contextTag, type DerReader } from '../der/reader.ts';
import { type DistinguishedName, readName } from './distinguished-name.ts';

/** A GeneralName (RFC 5280 section 4.2.1.6); text is as encoded, one character an octet. */
export type GeneralName =
  | { type: 'dns' | 'email' | 'uri'; text: string }
  | { type: 'ip'; bytes: Uint8Array }
  | { type: 'directory'; name: DistinguishedName }
  | { type: 'other'; kind: 'otherName' | 'x400Address' | 'ediPartyName' | 'registeredID'; der: Uint8Array };

const textTypes = new Map([
  [contextTag(1), 'email'],
  [contextTag(2), 'dns'],
  [contextTag(6), 'uri'],
] as const);

const otherKinds = new Map([
  [constructedTag(0), 'otherName'],
  [constructedTag(3), 'x400Address'],
  [constructedTag(5), 'ediPartyName'],
  [contextTag(8), 'registeredID'],
] as const);

const addressTag = contextTag(7);
/** Name is a CHOICE, so its tag is explicit (X.680 section 31.2.7). */
const directoryTag = constructedTag(4);

/** IA5String: ASCII; throws ProtocolError at an octet beyond it. */
function ia5(content: Uint8Array, offset: number, what: string): string {
  const bad = content.findIndex((byte) => byte >= 0x80);
  if (bad >= 0) throw new ProtocolError('not-ascii', offset + bad, what);
  return Array.from(content, (byte) => String.fromCharCode(byte)).join('');
}

/** Reads one GeneralName; throws ProtocolError. */
export function readGeneralName(reader: DerReader, what: string): GeneralName {
  const tag = reader.nextTag;
  if (tag === directoryTag) {
    const inner = reader.enter(directoryTag, what);
    const name = readName(inner, what);
    inner.expectEnd(what);
    return { type: 'directory', name };
  }
  const { content, offset, der } = reader.any();
  const textType = tag === null ? undefined : textTypes.get(tag);
  if (textType !== undefined) return { type: textType, text: ia5(content, offset, what) };
  if (tag === addressTag) return { type: 'ip', bytes: content };
  const kind = tag === null ? undefined : otherKinds.get(tag);
  if (kind === undefined) throw new ProtocolError('general-name-unknown', offset, what);
  return { type: 'other', kind, der };
}
