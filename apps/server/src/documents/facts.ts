import { report } from '@perimeter/contract/report';
import { pathDatesProblem, readPathCertificate } from '@perimeter/report/certificate-path';
import type { SealOptions } from '@perimeter/report/seal/seal-pdf';
import { toAuditId } from '../audits/audit-id.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits/audits.ts';
import { SigningKeysError, type ActiveSigner } from '../signing/signing-keys.ts';

/** Score and grade, without parsing the whole report. */
const scoreOf = ({ score, grade }: AuditWithElapsed, stored: SealedReport): { total: number; grade: string } =>
  score === null || grade === null
    ? report.pick({ score: true }).parse(JSON.parse(stored.body.toString())).score
    : { total: score, grade };

/** The facts that a seal states about its report. */
export function sealFacts(audit: AuditWithElapsed, stored: SealedReport): SealOptions['facts'] {
  const { total, grade } = scoreOf(audit, stored);
  return {
    auditId: toAuditId(audit.id),
    domain: audit.domain,
    score: String(total),
    grade,
    contentSha256: stored.sha256.toString('hex'),
  };
}

/** Rejects if a certificate of the signer is not valid at this time: the document would never verify. */
export function refuseExpired({ signer, chain }: ActiveSigner, atMs: number): void {
  const problem = pathDatesProblem([signer.certificate, ...chain].map(readPathCertificate), atMs);
  if (problem !== null) throw new SigningKeysError(problem);
}
