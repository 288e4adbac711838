import { type Attribute, encodeAttribute } from '@perimeter/protocols/cms/attributes';
import { signatureTimeStampOid } from '@perimeter/protocols/time-stamp/token';
import { DerReader, tags } from '@perimeter/protocols/der/reader';
import { encodeDer, octetString, sequence, setOf } from '@perimeter/protocols/der/writer';
import { sha256 } from '../canonical/digest.ts';

/**
 * The signer's word for a time stamp, an attribute of ours under an identifier made from a UUID (ITU-T X.667): no signature
 * covers an unsigned attribute, and an authority's token has octets that its own does not cover either. Its value is the
 * signer's signature over {@link vouchedFor}, RSA and so the only one there is.
 */
export const vouchOid = '2.25.273442787479457777626649180786227321936';
const vouchType = encodeDer(
  tags.objectIdentifier,
  Uint8Array.from([
    0x69, 0x83, 0x9b, 0xb7, 0x95, 0x93, 0xb6, 0xf1, 0xca, 0x80, 0xf5, 0xaf, 0xf0, 0xa1, 0xff, 0xd9, 0xa9, 0xfa, 0xb8,
    0x50,
  ]),
);

/** What the signer vouches for: this token belongs to this signature. Never the beginning of what a signature else is over. */
export const vouchedFor = (signature: Uint8Array, token: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('perimeter time stamp 1\n'), sha256(signature), sha256(token)]);

/** A token and the signer's word for it, as they stand in a container. */
export interface Stamped {
  token: Uint8Array;
  /** Over {@link vouchedFor}. */
  vouch: Uint8Array;
}

/** DER of the unsigned attributes that hold a token. */
export const stampAttributes = ({ token, vouch }: Stamped): Uint8Array[] => [
  encodeAttribute(signatureTimeStampOid, token),
  sequence(vouchType, setOf(octetString(vouch))),
];

/** What unsigned attributes hold; null where there are none, undefined where they are not ours. Throws ProtocolError. */
export function readStamped(attributes: readonly Attribute[]): Stamped | null | undefined {
  if (attributes.length === 0) return null;
  const token = attributes.find(({ oid }) => oid === signatureTimeStampOid)?.value;
  const word = attributes.find(({ oid }) => oid === vouchOid)?.value;
  if (attributes.length !== 2 || token === undefined || word === undefined) return undefined;
  return { token, vouch: DerReader.of(word).octetString('vouch') };
}
