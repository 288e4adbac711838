import { createHash } from 'node:crypto';
import { toHex } from '@perimeter/protocols/bytes';
import { type TlsaRecord, tlsaUsages } from '@perimeter/protocols/dns/tlsa';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';

/** What a chain shows to be matched. */
export interface MatchedChain {
  leaf: ParsedCertificate;
  /** Served after the leaf. */
  others: readonly ParsedCertificate[];
  /** The best path, the root included where it leads to one; of it, records of issuers may match what was not served. */
  reached: readonly ParsedCertificate[];
}

const selected = ({ der, spki }: ParsedCertificate, selector: number): Uint8Array | null =>
  selector === 0 ? der : selector === 1 ? spki.der : null;

function associated(bytes: Uint8Array, matchingType: number): string | null {
  if (matchingType === 0) return toHex(bytes);
  const hash = matchingType === 1 ? 'sha256' : matchingType === 2 ? 'sha512' : null;
  return hash === null ? null : createHash(hash).update(bytes).digest('hex');
}

/** True where a record holds this certificate or its key (RFC 6698 section 2.1.2 to 2.1.4). */
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

/** True where a record vouches for a chain (RFC 6698 section 2.1); whether the chain is trusted besides is not asked here. */
export const matchesTlsa = (record: TlsaRecord, chain: MatchedChain): boolean =>
  subjectsOf(record.usage, chain).some((certificate) => holdsCertificate(record, certificate));
