import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { Served } from './served.ts';

/** The TLSA records of one name. */
export type Tlsa = Extract<CertificatesEvidence['tlsa'], { known: true }>['value'][number];
export type TlsaRecord = Tlsa['records'][number];

/** The record as a zone file has it. */
export const tlsaLine = (name: string, { usage, selector, matchingType, data }: TlsaRecord): string =>
  `${name}. TLSA ${usage} ${selector} ${matchingType} ${data}`;

const leafUsages: ReadonlySet<number> = new Set([1, 3]);

/** True for a record that names an issuer of the path (usage 0 or 2). */
export const isOfIssuer = ({ usage }: TlsaRecord): boolean => !leafUsages.has(usage);

/**
 * Whether a record matches a chain. SHA-256 of the leaf or its key is compared here; for other records the probe lists
 * the matching addresses, where one chain stands for all chains of an address.
 */
export function vouchesFor(
  { usage, selector, matchingType, data, matches }: TlsaRecord,
  { leaf, address }: Served,
): boolean {
  if (!leafUsages.has(usage) || matchingType !== 1) return matches.includes(address);
  return data === (selector === 0 ? leaf.sha256 : leaf.key.spkiSha256);
}
