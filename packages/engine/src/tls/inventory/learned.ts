import type { TlsEndpoint, TlsVersion } from '../../evidence/tls/schema.ts';
import type { ShownChain } from './observed/chains.ts';

/** What a scan command learned. */
export interface Learned {
  facts?: Partial<TlsEndpoint>;
  versions?: readonly TlsVersion[];
  /** Chains that came encrypted, which no flight shows in clear. */
  chains?: readonly ShownChain[];
  /** A chain that counts only if no other was seen. */
  spareChain?: ShownChain;
  /** Named raw answers beside those that the transcript kept. */
  raw?: Readonly<Record<string, string>>;
}

/** A server may request a client certificate only in older versions: TLS 1.3 allows a later request (RFC 9846 section 4.7.2). */
const asksForCertificate = ({ requestsClientCertificate: asked }: Partial<TlsEndpoint>): boolean =>
  asked?.known === true && asked.value;

/** The facts of several commands together; those of a later one win. */
export function mergedFacts(learned: readonly Learned[]): Partial<TlsEndpoint> {
  const all = learned.flatMap(({ facts }) => facts ?? []);
  const asked = all.find(asksForCertificate)?.requestsClientCertificate;
  return Object.assign({}, ...all, asked === undefined ? {} : { requestsClientCertificate: asked });
}

/** The enumerated versions of several commands. */
export const versionsIn = (learned: readonly Learned[]): TlsVersion[] =>
  learned.flatMap(({ versions }) => versions ?? []);
