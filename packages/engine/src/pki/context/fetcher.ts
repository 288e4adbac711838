import type { z } from 'zod';
import type { certificateFetch } from '../../evidence/certificates/schema.ts';

/** One attempt to fetch data that a certificate refers to. */
export type CertificateFetch = z.infer<typeof certificateFetch>;

/** The kind of data: an issuer, an OCSP response or a CRL. */
export type FetchPurpose = CertificateFetch['purpose'];

/** Fetches data that certificates refer to, each URL once; failures are recorded and returned as null. */
export interface CertificateFetcher {
  get: (url: string, purpose: FetchPurpose) => Promise<Uint8Array | null>;
  /** All attempts in order. */
  attempts: () => CertificateFetch[];
}
