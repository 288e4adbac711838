import { ProtocolError } from '../protocol-error.ts';
import type { Extension } from './certificate-extensions.ts';
import { constructedTag, type DerReader, tags } from '../der/reader.ts';
import { elementsOf, type ReadField } from './field-reader.ts';

/** More extensions than any certificate has. */
const maxExtensions = 200;

function readExtension(reader: DerReader, readField: ReadField): Extension {
  const extension = reader.enter(tags.sequence, 'An extension');
  const oid = extension.objectIdentifier('The type of an extension');
  const given = extension.nextTag === tags.boolean;
  const critical = given && extension.boolean('critical');
  const value = extension.octetString('The value of an extension');
  readField('extensions', () => {
    extension.expectEnd('An extension');
    if (given && !critical) throw new ProtocolError('critical-default-encoded', extension.offset);
  });
  return { oid, critical, value };
}

/** Reads the extensions of a certificate, each by itself, so that one that cannot be read hides no other. */
export function readExtensions(reader: DerReader, readField: ReadField): Extension[] {
  const explicit = reader.enter(constructedTag(3), 'extensions');
  const list = explicit.enter(tags.sequence, 'extensions');
  readField('extensions', () => explicit.expectEnd('extensions'));
  const elements = elementsOf(list).filter(({ tag }, at) => tag !== null || at === 0);
  if (elements.length > maxExtensions) throw new ProtocolError('too-many-extensions', reader.offset, elements.length);
  return elements.flatMap(({ reader: own }) => readField('extensions', () => readExtension(own, readField)) ?? []);
}
