import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, readEvidence } from '@perimeter/engine/evidence/evidence';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { seal, type SealedReport } from '../audits/sealed-report.ts';

// Half a surrogate pair has no UTF-8: a text that was cut in the middle of one must not cost an audit its report.
const wellFormed = (report: Report): unknown =>
  JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );

/** A report as canonical JSON (RFC 8785) with the SHA-256 of its bytes. */
export const sealReport = (report: Report): SealedReport => seal(wellFormed(report));

/** Evidence as it is stored. */
export const packEvidence = async (evidence: AuditEvidence): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(JSON.stringify(evidence), 'utf8'));

/** Evidence from its stored form; rejects with an EvidenceVersionError where this version cannot judge it. */
export const unpackEvidence = async (body: Buffer): Promise<AuditEvidence> =>
  readEvidence(JSON.parse((await promisify(gunzip)(body)).toString('utf8')));
