import type { Verification } from '@perimeter/contract/verification';
import { hasReport } from '../repositories/audits/reports.ts';
import type { JsonFacts } from './messages.ts';
import { knownReport } from './known-report.ts';
import { sha256InPool, type Bench } from './bench.ts';
import { notReached } from '@perimeter/report/seal/seal-checks';

/** Larger JSON files are only accepted in canonical form, byte for byte: reports have some hundred KiB. */
const maxRespeltBytes = 4 * 1024 * 1024;

async function jsonFacts({ ask }: Bench, bytes: Buffer<ArrayBuffer>): Promise<JsonFacts> {
  if (bytes.length > maxRespeltBytes) return { canonicalSha256: null, auditId: null };
  const answer = await ask({ kind: 'json', bytes });
  if (answer.kind !== 'json') throw new TypeError('Response for a different request');
  return answer.facts;
}

/** Verifies a report as JSON. */
export async function verifyJson(bench: Bench, bytes: Buffer<ArrayBuffer>): Promise<Verification> {
  const { db } = bench;
  const fileSha256 = await sha256InPool(bytes);
  // A file with a sealed hash is already in canonical form.
  const exact = await knownReport(db, fileSha256);
  const { canonicalSha256: hash, auditId } =
    exact === null ? await jsonFacts(bench, bytes) : { canonicalSha256: fileSha256.toString('hex'), auditId: null };
  const report = exact ?? (hash === null ? null : await knownReport(db, Buffer.from(hash, 'hex')));
  const isClaimed = auditId !== null && (await hasReport(db, auditId));
  return {
    verdict: report !== null ? 'authentic' : isClaimed ? 'altered' : 'unknown',
    seal: 'not_sealed',
    checks: [
      {
        name: 'structure',
        passed: hash !== null,
        detail: hash === null ? 'The file is neither a PDF nor unambiguous JSON, or is too large' : 'JSON',
      },
      {
        name: 'content',
        passed: hash === null ? null : report !== null,
        detail: hash === null ? notReached : `SHA-256 of the canonical form: ${hash}`,
      },
    ],
    fileSha256: fileSha256.toString('hex'),
    contentSha256: hash,
    timeStamp: null,
    registerEntry: null,
    report,
  };
}
