import type { AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import type { KeyUsageBit } from '../x509/extensions.ts';

/** Verifies a signature with a key; unsupported: an algorithm that this platform does not know. */
export type VerifySignature = (
  spkiDer: Uint8Array,
  algorithm: AlgorithmIdentifier,
  signed: Uint8Array,
  signature: Uint8Array,
) => boolean | 'unsupported';

/** The values of a sentence about a root that is trusted no more. */
export type DistrustValues = readonly [by: string, root: string, until: string, begins: string];

/** What a path is judged by beside the standards. */
export interface PathPolicy {
  /** Issuers between leaf and root that are not self-issued; 10 where it is left out. */
  maxIntermediates?: number;
  /** Who does not trust a root for this path (leaf first and root last), its name, the last day, and the day of the leaf; null: it is trusted. */
  distrusted?: (root: ParsedCertificate, path: readonly ParsedCertificate[]) => DistrustValues | null;
  /** Bits that the key exchanges in use need of the leaf's keyUsage; none: what any could use. */
  requiredUsage?: readonly KeyUsageBit[];
  /** OID of what the leaf is used for, which it and all issuers have to allow; serverAuth where it is left out, null: anything. */
  purpose?: string | null;
  /** Also report, as strict-profile, what the Baseline Requirements forbid and all browsers accept: for chains that can still be fixed. */
  baseline?: boolean;
}

/** Requirements for a path. */
export interface PathQuestion {
  leaf: ParsedCertificate;
  intermediates: readonly ParsedCertificate[];
  /** Trusted as they are: only subject, key, dates and constraints of them count, not who signed them. */
  roots: readonly ParsedCertificate[];
  /** Name or address that the client asked for; null: any. */
  host: string | null;
  /** Epoch seconds. */
  atSeconds: number;
  verify: VerifySignature;
  policy?: PathPolicy;
}
