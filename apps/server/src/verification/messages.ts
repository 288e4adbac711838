import type { SealVerification } from '@perimeter/report/seal/verify-pdf';

/** A file that somebody sent, and what it is held against. */
export type VerifyRequest =
  | {
      kind: 'pdf';
      bytes: Uint8Array;
      /** DER. */
      roots: readonly Uint8Array[];
      /** Since when keys are compromised, in epoch milliseconds, by their kid. */
      compromised: ReadonlyMap<string, number>;
      knownSinceMs: number | null;
    }
  | { kind: 'json'; bytes: Uint8Array };

/** What was found in a JSON file: the hash of its canonical form and the audit that it names; null: none. */
export interface JsonFacts {
  canonicalSha256: string | null;
  auditId: string | null;
}

/** What the thread answers. */
export type VerifyAnswer =
  | { kind: 'pdf'; result: Omit<SealVerification, 'report'> }
  | { kind: 'json'; facts: JsonFacts };
