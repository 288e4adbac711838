import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, readEvidence } from '@perimeter/engine/evidence/evidence';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { seal, type SealedReport } from '../audits/sealed-report.ts';

// An unpaired surrogate has no UTF-8 encoding; text cut within a pair must not make the report fail.
const wellFormed = (report: Report): unknown =>
  JSON.parse(JSON.stringify(report), (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );

/** A report as canonical JSON (RFC 8785) with the SHA-256 of its bytes. */
export const sealReport = (report: Report): SealedReport => seal(wellFormed(report));

/** Limit of an audit's compressed evidence in the database; lab sites need a tenth of it. */
export const maxEvidenceBytes = 2 * 1_048_576;

const pack = async (evidence: AuditEvidence): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(JSON.stringify(evidence), 'utf8'));

/** Evidence without the texts of documents; facts derived from them and their hashes stay. */
function withoutTexts(evidence: AuditEvidence): AuditEvidence {
  if (evidence.http === undefined) return evidence;
  const exchanges = evidence.http.exchanges.map((exchange) => {
    if (!exchange.result.ok || exchange.result.response.body.text === null) return exchange;
    const { response } = exchange.result;
    const body = { ...response.body, text: null, characters: response.body.text?.length ?? 0 };
    return { ...exchange, result: { ok: true as const, response: { ...response, body } } };
  });
  return { ...evidence, http: { ...evidence.http, exchanges } };
}

/** Evidence in its stored form: beyond the limit without texts; null if even that is too large. */
export async function packEvidence(evidence: AuditEvidence): Promise<Buffer | null> {
  const whole = await pack(evidence);
  if (whole.length <= maxEvidenceBytes) return whole;
  const lean = await pack(withoutTexts(evidence));
  return lean.length <= maxEvidenceBytes ? lean : null;
}

/** Reads stored evidence; rejects with an EvidenceVersionError for another version. */
export const unpackEvidence = async (body: Buffer): Promise<AuditEvidence> =>
  readEvidence(JSON.parse((await promisify(gunzip)(body)).toString('utf8')));
