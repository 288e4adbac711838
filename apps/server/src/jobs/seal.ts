import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '@perimeter/engine/evidence/evidence';
import { canonicalJson } from '@perimeter/report/canonical-json';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SealedReport } from '../repositories/audits.ts';

// Half a surrogate pair has no UTF-8: a text that was cut in the middle of one must not cost an audit its report.
const wellFormed = (report: Report): unknown =>
  JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );

/** A report as canonical JSON (RFC 8785) with the SHA-256 of its bytes. */
export function sealReport(report: Report): SealedReport {
  const body = Buffer.from(canonicalJson(wellFormed(report)), 'utf8');
  return { body, sha256: createHash('sha256').update(body).digest() };
}

/** Evidence as it is stored. */
export const packEvidence = async (evidence: AuditEvidence): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(JSON.stringify(evidence), 'utf8'));
