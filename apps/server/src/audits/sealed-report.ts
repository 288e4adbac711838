import { canonicalJson } from '@perimeter/report/canonical/canonical-json';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A report as the bytes that are served, with their SHA-256. */
export interface SealedReport {
  body: Buffer;
  sha256: Buffer;
}

/** Serializes a value as canonical JSON (RFC 8785) and hashes it; strings must be well-formed Unicode. */
export function seal(value: unknown): SealedReport {
  const body = Buffer.from(canonicalJson(value), 'utf8');
  return { body, sha256: createHash('sha256').update(body).digest() };
}

const anyReport = z.record(z.string(), z.unknown());

/** The same report under another audit's id; measurements and times are unchanged. */
export const sealedUnder = (auditId: string, { body }: SealedReport): SealedReport =>
  seal({ ...anyReport.parse(JSON.parse(body.toString('utf8'))), id: auditId });
