import type { SealVerification } from '@perimeter/report/seal/verify-pdf';

/** A file to verify, and what it is verified against. */
export type VerifyRequest =
  | {
      kind: 'pdf';
      bytes: Uint8Array;
      /** DER. */
      roots: readonly Uint8Array[];
      /** Since when keys are compromised, in epoch milliseconds, by kid. */
      compromised: ReadonlyMap<string, number>;
      knownSinceMs: number | null;
    }
  | { kind: 'json'; bytes: Uint8Array };

/** The hash of a JSON file's canonical form, and the audit that it names; null: none. */
export interface JsonFacts {
  canonicalSha256: string | null;
  auditId: string | null;
}

/** The thread's answer. */
export type VerifyAnswer =
  | { kind: 'pdf'; result: Omit<SealVerification, 'report'> }
  | { kind: 'json'; facts: JsonFacts };
