import { ByteReader } from '../byte-reader.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';

/** Reads the body of EncryptedExtensions (RFC 8446 section 4.3.1); throws ProtocolError. */
export function decodeEncryptedExtensions(body: Uint8Array): Extensions {
  const reader = new ByteReader(body);
  const extensions = decodeExtensions(reader);
  reader.expectEnd('EncryptedExtensions');
  return extensions;
}

/** What a CertificateVerify says (RFC 8446 section 4.4.3). */
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
