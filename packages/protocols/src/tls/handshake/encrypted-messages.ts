import { ByteReader } from '../../byte-reader.ts';
import { type Extensions, decodeExtensions, extensionTypes } from './extensions.ts';

/** Reads the body of EncryptedExtensions (RFC 9846 section 4.4.1); throws ProtocolError. */
export function decodeEncryptedExtensions(body: Uint8Array): Extensions {
  const reader = new ByteReader(body);
  const extensions = decodeExtensions(reader);
  reader.expectEnd('EncryptedExtensions');
  return extensions;
}

/** The groups that a server lists as supported, in its own order, or null without a list; throws ProtocolError. */
export function supportedGroupsIn(extensions: Extensions): number[] | null {
  const data = extensions.get(extensionTypes.supportedGroups);
  if (data === undefined) return null;
  const reader = new ByteReader(data);
  const groups = reader.window(reader.u16()).codes16();
  reader.expectEnd('supported_groups');
  return groups;
}

/** The content of a CertificateVerify (RFC 9846 section 4.5.2). */
export interface CertificateVerify {
  scheme: number;
  signature: Uint8Array;
}

/** Reads the body of a CertificateVerify; throws ProtocolError. */
export function decodeCertificateVerify(body: Uint8Array): CertificateVerify {
  const reader = new ByteReader(body);
  const scheme = reader.u16();
  const signature = reader.vector16();
  reader.expectEnd('CertificateVerify');
  return { scheme, signature };
}
