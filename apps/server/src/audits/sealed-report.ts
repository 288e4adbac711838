import { canonicalJson } from '@perimeter/report/canonical/canonical-json';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A report in the bytes that will be served, with their SHA-256. */
export interface SealedReport {
  body: Buffer;
  sha256: Buffer;
}

/** A value as canonical JSON (RFC 8785) with the SHA-256 of its bytes; its strings are well-formed. */
export function seal(value: unknown): SealedReport {
  const body = Buffer.from(canonicalJson(value), 'utf8');
  return { body, sha256: createHash('sha256').update(body).digest() };
}

const anyReport = z.record(z.string(), z.unknown());

/** The same report under another audit's id: what was measured and when stays as it was. */
export const sealedUnder = (auditId: string, { body }: SealedReport): SealedReport =>
  seal({ ...anyReport.parse(JSON.parse(body.toString('utf8'))), id: auditId });
