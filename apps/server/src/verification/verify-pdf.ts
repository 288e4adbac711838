import type { Verification } from '@perimeter/contract/verification';
import { sealVerdict } from '@perimeter/report/seal/seal-verdict';
import { compromisedKeys, trustedRoots } from '../signing/published-keys.ts';
import { knownReport } from './known-report.ts';
import { registerCheck, sha256InPool, type Bench } from './bench.ts';

/** Verifies a PDF. */
export async function verifyPdf(bench: Bench, bytes: Buffer<ArrayBuffer>): Promise<Verification> {
  const { db, ask } = bench;
  const [roots, compromised, { registered, check }] = await Promise.all([
    trustedRoots(db),
    compromisedKeys(db),
    registerCheck(bench, await sha256InPool(bytes)),
  ]);
  const isRegistered = check.passed === true && registered !== undefined;
  // The register's time is independent of the key, so a thief of the key cannot backdate it.
  const knownSinceMs = isRegistered ? registered.sealed_at.getTime() : null;
  const answer = await ask({ kind: 'pdf', bytes, roots: roots.map(({ raw }) => raw), compromised, knownSinceMs });
  if (answer.kind !== 'pdf') throw new TypeError('Response for a different request');
  const { intact, checks, claims, fileSha256 } = answer.result;
  const known = claims.contentSha256 === null ? null : await knownReport(db, Buffer.from(claims.contentSha256, 'hex'));
  const report =
    known === null || registered === undefined ? known : { ...known, sealedAt: registered.sealed_at.getTime() };
  return {
    verdict: intact && isRegistered ? 'authentic' : report === null ? 'unknown' : 'altered',
    seal: sealVerdict(answer.result, bytes),
    checks: [...checks, check],
    fileSha256,
    contentSha256: claims.contentSha256,
    timeStamp: claims.timeStamp === null ? null : { at: claims.timeStamp.at, authority: claims.timeStamp.authority },
    registerEntry: isRegistered ? { sequence: registered.sequence, entry: registered.entry.toString('hex') } : null,
    report,
  };
}
