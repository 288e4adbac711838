import { ProtocolError } from '../../protocol-error.ts';
import { ByteReader } from '../../byte-reader.ts';
import { decodeExtensions, extensionTypes } from './extensions.ts';

/** Certificates beyond this number are not read: no honest chain has more. */
const maxCertificates = 20;

/** status_type ocsp (RFC 6066 section 8) and ocsp_multi (RFC 6961 section 2.2). */
const ocspStatus = 1;
const ocspMultiStatus = 2;

/** One entry of TLS 1.3's Certificate (RFC 9846 section 4.5.1). */
export interface CertificateEntry {
  der: Uint8Array;
  /** The stapled OCSP response, or null. */
  ocspResponse: Uint8Array | null;
  hasTimestamps: boolean;
  /** The SignedCertificateTimestampList as it came (RFC 6962 section 3.3), or null. */
  timestamps: Uint8Array | null;
}

/** DER certificates of a Certificate message up to TLS 1.2, leaf first (RFC 5246 section 7.4.2); throws ProtocolError. */
export function decodeCertificates(body: Uint8Array): Uint8Array[] {
  const reader = new ByteReader(body);
  const list = reader.window(reader.u24());
  reader.expectEnd('Certificate');
  const certificates: Uint8Array[] = [];
  while (list.remaining > 0 && certificates.length < maxCertificates) certificates.push(list.vector24());
  return certificates;
}

function entryOf(list: ByteReader): CertificateEntry {
  const der = list.vector24();
  const extensions = decodeExtensions(list);
  const status = extensions.get(extensionTypes.statusRequest);
  const timestamps = extensions.get(extensionTypes.signedCertificateTimestamp) ?? null;
  return {
    der,
    ocspResponse: status === undefined ? null : decodeCertificateStatus(status),
    hasTimestamps: timestamps !== null,
    timestamps,
  };
}

/** Entries of TLS 1.3's Certificate message, leaf first; throws ProtocolError. */
export function decodeCertificateEntries(body: Uint8Array): CertificateEntry[] {
  const reader = new ByteReader(body);
  reader.vector8();
  const list = reader.window(reader.u24());
  reader.expectEnd('Certificate');
  const entries: CertificateEntry[] = [];
  while (list.remaining > 0 && entries.length < maxCertificates) entries.push(entryOf(list));
  return entries;
}

/** The OCSP response of a CertificateStatus message, the leaf's where there are several; throws ProtocolError. */
export function decodeCertificateStatus(body: Uint8Array): Uint8Array {
  const reader = new ByteReader(body);
  const type = reader.u8();
  if (type === ocspStatus) {
    const response = reader.vector24();
    reader.expectEnd('CertificateStatus');
    return response;
  }
  if (type !== ocspMultiStatus) throw new ProtocolError('certificate-status-type-unknown', 0, type);
  const list = reader.window(reader.u24());
  return list.vector24();
}
