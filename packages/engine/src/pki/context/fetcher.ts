import type { z } from 'zod';
import type { certificateFetch } from '../../evidence/certificates/schema.ts';

/** One attempt to fetch what a certificate points to. */
export type CertificateFetch = z.infer<typeof certificateFetch>;

/** What is fetched: an issuer, an OCSP response or a revocation list. */
export type FetchPurpose = CertificateFetch['purpose'];

/** Fetches what certificates point to, each once; failures are recorded and come back as null. */
export interface CertificateFetcher {
  get: (url: string, purpose: FetchPurpose) => Promise<Uint8Array | null>;
  /** All attempts, in the order of their beginning. */
  attempts: () => CertificateFetch[];
}
