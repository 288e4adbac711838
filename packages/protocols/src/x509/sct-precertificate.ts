import { ProtocolError } from '../protocol-error.ts';
import { constructedTag, DerReader, tags } from '../der/reader.ts';
import { encodeDer } from '../der/writer.ts';
import { extensionIds } from './object-identifiers.data.ts';

const extensionsTag = constructedTag(3);

const oidOf = (extension: Uint8Array): string =>
  DerReader.of(extension).enter(tags.sequence, 'An extension').objectIdentifier('The type of an extension');

/** The list of extensions without the timestamps; everything else octet by octet as it was. */
function withoutTimestamps(explicit: Uint8Array): Uint8Array[] {
  const list = DerReader.of(explicit).enter(extensionsTag, 'extensions').enter(tags.sequence, 'extensions');
  const all = list.list((reader) => reader.any().der, 'extensions', false);
  const kept = all.filter((extension) => oidOf(extension) !== extensionIds.sctList);
  if (kept.length === all.length) throw new ProtocolError('no-embedded-scts', 0);
  return kept.length === 0 ? [] : [encodeDer(extensionsTag, encodeDer(tags.sequence, ...kept))];
}

/** TBSCertificate as the logs signed it: without the embedded timestamps (RFC 6962 section 3.2); throws ProtocolError. */
export function precertificateTbs(tbs: Uint8Array): Uint8Array {
  const fields = DerReader.of(tbs)
    .enter(tags.sequence, 'tbsCertificate')
    .list((reader) => reader.any(), 'tbsCertificate');
  const parts = fields.flatMap(({ tag, der }) => (tag === extensionsTag ? withoutTimestamps(der) : [der]));
  if (!fields.some(({ tag }) => tag === extensionsTag)) throw new ProtocolError('no-embedded-scts', 0);
  return encodeDer(tags.sequence, ...parts);
}
