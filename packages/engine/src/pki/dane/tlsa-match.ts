import { createHash } from 'node:crypto';
import { toHex } from '@perimeter/protocols/bytes';
import { type TlsaRecord, tlsaUsages } from '@perimeter/protocols/dns/tlsa';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';

/** The certificates of a chain that records may match. */
export interface MatchedChain {
  leaf: ParsedCertificate;
  /** Served after the leaf. */
  others: readonly ParsedCertificate[];
  /** The best path, including the root if there is one; records of issuers may match its unserved certificates. */
  reached: readonly ParsedCertificate[];
}

const selected = ({ der, spki }: ParsedCertificate, selector: number): Uint8Array | null =>
  selector === 0 ? der : selector === 1 ? spki.der : null;

function associated(bytes: Uint8Array, matchingType: number): string | null {
  if (matchingType === 0) return toHex(bytes);
  const hash = matchingType === 1 ? 'sha256' : matchingType === 2 ? 'sha512' : null;
  return hash === null ? null : createHash(hash).update(bytes).digest('hex');
}

/** True where a record matches this certificate or its key (RFC 6698 section 2.1.2 to 2.1.4). */
export function holdsCertificate(
  { selector, matchingType, data }: Omit<TlsaRecord, 'usage'>,
  certificate: ParsedCertificate,
): boolean {
  const bytes = selected(certificate, selector);
  return bytes !== null && associated(bytes, matchingType) === data;
}

function subjectsOf(usage: number, { leaf, others, reached }: MatchedChain): readonly ParsedCertificate[] {
  if (usage === tlsaUsages.pkixEe || usage === tlsaUsages.daneEe) return [leaf];
  if (usage === tlsaUsages.pkixTa) return reached.slice(1);
  return usage === tlsaUsages.daneTa ? [...others, ...reached.slice(1)] : [];
}

/** True where a record matches a chain (RFC 6698 section 2.1), whether or not the chain is trusted otherwise. */
export const matchesTlsa = (record: TlsaRecord, chain: MatchedChain): boolean =>
  subjectsOf(record.usage, chain).some((certificate) => holdsCertificate(record, certificate));
