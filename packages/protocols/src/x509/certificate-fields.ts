import type { AlgorithmIdentifier } from './algorithm-identifier.ts';
import type { Extension } from './certificate-extensions.ts';
import type { DistinguishedName } from './distinguished-name.ts';
import type { PublicKey, PublicKeyInfo } from './public-key.ts';
import type { CertificateTime } from '../der/time.ts';

/** The parts of a certificate as written, before any judgement. */
export interface CertificateFields {
  /** The whole, and the part that is signed. */
  der: Uint8Array;
  tbs: Uint8Array;
  /** 1, 2 or 3 (RFC 5280 section 4.1.2.1). */
  version: number;
  /** Two's-complement octets as encoded. */
  serialNumber: Uint8Array;
  /** Beside the signature, and inside of what is signed. */
  signatureAlgorithm: AlgorithmIdentifier;
  innerSignatureAlgorithm: AlgorithmIdentifier;
  signature: Uint8Array;
  issuer: DistinguishedName;
  subject: DistinguishedName;
  /** Epoch seconds, both inclusive. */
  validity: { notBefore: number; notAfter: number };
  /** How the dates are written. */
  times: { notBefore: CertificateTime; notAfter: CertificateTime };
  spki: PublicKeyInfo;
  /** As much as can be read of it. */
  publicKey: PublicKey;
  /** Why the key does not conform to its algorithm; null where it does. */
  keyFault: string | null;
  /** issuerUniqueID or subjectUniqueID is there. */
  uniqueIds: boolean;
  /** In the order written, duplicates included. */
  extensions: Extension[];
}
