import { type Attribute, encodeAttribute } from '@perimeter/protocols/cms/attributes';
import { signatureTimeStampOid } from '@perimeter/protocols/time-stamp/token';
import { DerReader, tags } from '@perimeter/protocols/der/reader';
import { encodeDer, octetString, sequence, setOf } from '@perimeter/protocols/der/writer';
import { sha256 } from '../canonical/digest.ts';

/**
 * The OID of the signer's vouching signature for a time stamp, derived from a UUID (ITU-T X.667). Needed because no
 * signature covers an unsigned attribute, and the authority's own signature does not cover its whole token. The value
 * is the signer's signature over {@link vouchedFor}: RSA, therefore unique.
 */
export const vouchOid = '2.25.273442787479457777626649180786227321936';
const vouchType = encodeDer(
  tags.objectIdentifier,
  Uint8Array.from([
    0x69, 0x83, 0x9b, 0xb7, 0x95, 0x93, 0xb6, 0xf1, 0xca, 0x80, 0xf5, 0xaf, 0xf0, 0xa1, 0xff, 0xd9, 0xa9, 0xfa, 0xb8,
    0x50,
  ]),
);

/** The vouched data: this token belongs to this signature. Never a prefix of anything else that is signed. */
export const vouchedFor = (signature: Uint8Array, token: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('perimeter time stamp 1\n'), sha256(signature), sha256(token)]);

/** A token and its vouching signature, as stored in a container. */
export interface Stamped {
  token: Uint8Array;
  /** Over {@link vouchedFor}. */
  vouch: Uint8Array;
}

/** DER of the unsigned attributes for a token. */
export const stampAttributes = ({ token, vouch }: Stamped): Uint8Array[] => [
  encodeAttribute(signatureTimeStampOid, token),
  sequence(vouchType, setOf(octetString(vouch))),
];

/** The content of unsigned attributes; null if there are none, undefined if they are not ours. Throws ProtocolError. */
export function readStamped(attributes: readonly Attribute[]): Stamped | null | undefined {
  if (attributes.length === 0) return null;
  const token = attributes.find(({ oid }) => oid === signatureTimeStampOid)?.value;
  const word = attributes.find(({ oid }) => oid === vouchOid)?.value;
  if (attributes.length !== 2 || token === undefined || word === undefined) return undefined;
  return { token, vouch: DerReader.of(word).octetString('vouch') };
}
