import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '@perimeter/engine/evidence/evidence';
import { canonicalJson } from '@perimeter/report/canonical-json';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SealedReport } from '../repositories/audits.ts';

/** A report as canonical JSON (RFC 8785) with the SHA-256 of its bytes. */
export function sealReport(report: Report): SealedReport {
  const body = Buffer.from(canonicalJson(report), 'utf8');
  return { body, sha256: createHash('sha256').update(body).digest() };
}

/** Evidence as it is stored. */
export const packEvidence = async (evidence: AuditEvidence): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(JSON.stringify(evidence), 'utf8'));
