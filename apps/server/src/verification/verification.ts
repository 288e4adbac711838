import type { Verification } from '@perimeter/contract/verification';
import type { Db } from '../repositories/schema/schema.ts';
import { brokenEntries } from '../signing/register.ts';
import { createVerifyThread } from './thread.ts';
import type { Bench } from './bench.ts';
import { verifyPdf } from './verify-pdf.ts';
import { verifyJson } from './verify-json.ts';

/** Verifies files. */
export interface Verifier {
  /** Files that begin like a PDF are verified as sealed PDFs, others as JSON reports. */
  verify: (bytes: Buffer<ArrayBuffer>) => Promise<Verification>;
  close: () => Promise<void>;
}

/** The whole hash chain is checked at most once in this time, for all callers. */
const registerAgeMs = 10_000;

/** Readers accept a PDF header within the first 1,024 bytes (ISO 32000-1 annex H.3). */
function isPdf(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  return head.includes('%PDF-') && !head.trimStart().startsWith('{');
}

/** Opens a verifier, which caches for some seconds whether the register is intact. */
export function openVerifier(db: Db, nowMs: () => number = Date.now): Verifier {
  let walked: { atMs: number; broken: Promise<readonly string[]> } | null = null;
  const brokenNow = async (): Promise<readonly string[]> => {
    if (walked === null || nowMs() - walked.atMs > registerAgeMs) walked = { atMs: nowMs(), broken: brokenEntries(db) };
    const { broken } = walked;
    try {
      return await broken;
    } catch (error) {
      walked = null;
      throw error;
    }
  };
  const thread = createVerifyThread();
  const bench: Bench = { db, ask: thread.ask, brokenNow };
  return {
    verify: async (bytes) => (isPdf(bytes) ? verifyPdf(bench, bytes) : verifyJson(bench, bytes)),
    close: thread.close,
  };
}
