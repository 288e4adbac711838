import { concat } from '../bytes.ts';
import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';
import { objectIdentifier, sequence, setOf } from '../der/writer.ts';

/** An attribute of one value, as all that we write and read are (RFC 5652 section 5.3). */
export interface Attribute {
  oid: string;
  /** DER. */
  value: Uint8Array;
}

/** DER of an attribute. */
export const encodeAttribute = (oid: string, value: Uint8Array): Uint8Array =>
  sequence(objectIdentifier(oid), setOf(value));

/** A SET OF under [number] IMPLICIT, which replaces its tag. */
export const implicitSet = (number: number, set: Uint8Array): Uint8Array =>
  concat([Uint8Array.of(constructedTag(number)), set.subarray(1)]);

/** More attributes than any signer has. */
const maxAttributes = 32;

/** Attributes until the end, each type once and of one value. Throws ProtocolError. */
export function readAttributes(reader: DerReader, what: string): Attribute[] {
  const at = reader.offset;
  const attributes = reader.list((item) => {
    const attribute = item.enter(tags.sequence, 'An attribute');
    const oid = attribute.objectIdentifier('The type of an attribute');
    const values = attribute.enter(tags.set, `The values of ${oid}`);
    const { der } = values.any();
    values.expectEnd(`The one value of ${oid}`);
    attribute.expectEnd('An attribute');
    return { oid, value: der };
  }, what);
  const types = new Set(attributes.map(({ oid }) => oid));
  if (types.size !== attributes.length || types.size > maxAttributes)
    throw new ProtocolError('attribute-type-repeated', at, what);
  return attributes;
}

/** The value of one attribute. Throws ProtocolError where it is missing. */
export function attributeValue(attributes: readonly Attribute[], oid: string, what: string): DerReader {
  const found = attributes.find((attribute) => attribute.oid === oid);
  if (found === undefined) throw new ProtocolError('element-missing', 0, what);
  return DerReader.of(found.value);
}
