import type { AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import type { ParsedCertificate } from '../x509/certificate.ts';
import type { KeyUsageBit } from '../x509/extensions.ts';

/** Verifies a signature with a key; unsupported: an algorithm that the platform lacks. */
export type VerifySignature = (
  spkiDer: Uint8Array,
  algorithm: AlgorithmIdentifier,
  signed: Uint8Array,
  signature: Uint8Array,
) => boolean | 'unsupported';

/** Values of the sentence about a distrusted root. */
export type DistrustValues = readonly [by: string, root: string, until: string, begins: string];

/** Rules for a path in addition to the standards. */
export interface PathPolicy {
  /** Issuers between leaf and root that are not self-issued; 10 where it is left out. */
  maxIntermediates?: number;
  /** Who distrusts a root for this path (leaf first and root last), its name, the last day, and the day of the leaf; null: it is trusted. */
  distrusted?: (root: ParsedCertificate, path: readonly ParsedCertificate[]) => DistrustValues | null;
  /** keyUsage bits that the key exchanges in use need; none: those that any could use. */
  requiredUsage?: readonly KeyUsageBit[];
  /** OID of the purpose, which the leaf and all issuers have to allow; serverAuth by default, null: any purpose. */
  purpose?: string | null;
  /** Also reports, as strict-profile, violations of the Baseline Requirements that all browsers accept: for chains that can still be fixed. */
  baseline?: boolean;
}

/** Requirements for a path. */
export interface PathQuestion {
  leaf: ParsedCertificate;
  intermediates: readonly ParsedCertificate[];
  /** Trusted as they are: only their subject, key, dates and constraints count, not their issuer. */
  roots: readonly ParsedCertificate[];
  /** Name or address that the client asked for; null: any. */
  host: string | null;
  /** Epoch seconds. */
  atSeconds: number;
  verify: VerifySignature;
  policy?: PathPolicy;
}
