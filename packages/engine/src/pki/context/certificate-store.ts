import { completed, type ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import { type PartialCertificate, readPartially } from '@perimeter/protocols/x509/partial-certificate';
import type { CertificateFacts } from '../../evidence/certificates/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** One certificate of the audit, parsed once. */
export interface StoredCertificate {
  sha256: string;
  der: Uint8Array;
  source: CertificateFacts['source'];
  /** The readable fields. */
  partial: PartialCertificate;
  /** Null where the DER is invalid; then `malformed` has the reason. */
  parsed: ParsedCertificate | null;
  malformed: string | null;
}

/** Every certificate of an audit, each once, whatever its sources. */
export interface CertificateStore {
  add: (der: Uint8Array, source: CertificateFacts['source']) => StoredCertificate;
  of: (parsed: ParsedCertificate) => StoredCertificate;
  all: () => StoredCertificate[];
}

/** Parses a certificate, to be stored under its digest. */
export function storedCertificate(der: Uint8Array, source: CertificateFacts['source']): StoredCertificate {
  const partial = readPartially(der);
  const malformed = partial.faults[0]?.error.kept ?? null;
  return { sha256: sha256Hex(der), der, source, partial, parsed: completed(partial), malformed };
}

/** An empty store; a certificate keeps its first source. */
export function createCertificateStore(): CertificateStore {
  const byDigest = new Map<string, StoredCertificate>();
  const add: CertificateStore['add'] = (der, source) => {
    const sha256 = sha256Hex(der);
    const stored = byDigest.get(sha256) ?? storedCertificate(der, source);
    byDigest.set(sha256, stored);
    return stored;
  };
  return { add, of: ({ der }) => add(der, 'root'), all: () => [...byDigest.values()] };
}
