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

/** An audit's evidence takes at most so many bytes of the database, compressed; sites of the lab need a tenth of it. */
export const maxEvidenceBytes = 2 * 1_048_576;

const pack = async (evidence: AuditEvidence): Promise<Buffer> =>
  promisify(gzip)(Buffer.from(JSON.stringify(evidence), 'utf8'));

/** Evidence without the texts of documents, of which the facts drawn from them and the hashes stay. */
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

/** Evidence as it is stored: where a site fills it beyond the bound, without texts; null where even that is too much. */
export async function packEvidence(evidence: AuditEvidence): Promise<Buffer | null> {
  const whole = await pack(evidence);
  if (whole.length <= maxEvidenceBytes) return whole;
  const lean = await pack(withoutTexts(evidence));
  return lean.length <= maxEvidenceBytes ? lean : null;
}

/** Evidence from its stored form; rejects with an EvidenceVersionError where this version cannot judge it. */
export const unpackEvidence = async (body: Buffer): Promise<AuditEvidence> =>
  readEvidence(JSON.parse((await promisify(gunzip)(body)).toString('utf8')));
