import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import type { CertificateFacts } from '../../evidence/certificates/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** One certificate of the audit, read once. */
export interface StoredCertificate {
  sha256: string;
  der: Uint8Array;
  source: CertificateFacts['source'];
  /** Null where the DER breaks the rules; then `malformed` says how. */
  parsed: ParsedCertificate | null;
  malformed: string | null;
}

/** Every certificate that an audit meets, each once, no matter who showed it. */
export interface CertificateStore {
  add: (der: Uint8Array, source: CertificateFacts['source']) => StoredCertificate;
  of: (parsed: ParsedCertificate) => StoredCertificate;
  all: () => StoredCertificate[];
}

function read(der: Uint8Array): Pick<StoredCertificate, 'parsed' | 'malformed'> {
  try {
    return { parsed: parseCertificate(der), malformed: null };
  } catch (error) {
    if (error instanceof ProtocolError) return { parsed: null, malformed: error.message };
    throw error;
  }
}

/** An empty store; a certificate keeps the source under which it came first. */
export function createCertificateStore(): CertificateStore {
  const byDigest = new Map<string, StoredCertificate>();
  const add: CertificateStore['add'] = (der, source) => {
    const sha256 = sha256Hex(der);
    const stored = byDigest.get(sha256) ?? { sha256, der, source, ...read(der) };
    byDigest.set(sha256, stored);
    return stored;
  };
  return { add, of: ({ der }) => add(der, 'root'), all: () => [...byDigest.values()] };
}
