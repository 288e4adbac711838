import { ByteReader } from '../../byte-reader.ts';
import { decodeExtensions, extensionTypes } from './extensions.ts';
import { wireVersions } from '../registry/versions.ts';

/** A server's request for a client certificate. */
export interface CertificateRequest {
  /** Schemes that it accepts; empty before TLS 1.2. */
  signatureSchemes: number[];
  /** Number of authorities it names. */
  authorities: number;
}

const countOf = (list: ByteReader): number => {
  let count = 0;
  for (; list.remaining > 0; count += 1) list.vector16();
  return count;
};

function schemesOf(data: Uint8Array): number[] {
  const reader = new ByteReader(data);
  return reader.window(reader.u16()).codes16();
}

/** Reads the body of a CertificateRequest up to TLS 1.2 (RFC 5246 section 7.4.4); throws ProtocolError. */
export function decodeCertificateRequest(body: Uint8Array, version: number): CertificateRequest {
  const reader = new ByteReader(body);
  reader.vector8();
  const signatureSchemes = version >= wireVersions['TLSv1.2'] ? reader.window(reader.u16()).codes16() : [];
  const authorities = countOf(reader.window(reader.u16()));
  reader.expectEnd('CertificateRequest');
  return { signatureSchemes, authorities };
}

/** certificate_authorities of TLS 1.3 (RFC 9846 section 4.3.4). */
const certificateAuthorities = 47;

/** Reads the body of TLS 1.3's CertificateRequest (RFC 9846 section 4.4.2); throws ProtocolError. */
export function decodeCertificateRequest13(body: Uint8Array): CertificateRequest {
  const reader = new ByteReader(body);
  reader.vector8();
  const extensions = decodeExtensions(reader);
  reader.expectEnd('CertificateRequest');
  const schemes = extensions.get(extensionTypes.signatureAlgorithms);
  const authorities = extensions.get(certificateAuthorities);
  return {
    signatureSchemes: schemes === undefined ? [] : schemesOf(schemes),
    authorities: authorities === undefined ? 0 : countOf(new ByteReader(authorities.subarray(2))),
  };
}
