import type { Verification } from '@perimeter/contract/verification';
import { grade } from '@perimeter/contract/score';
import { canonicalJson } from '@perimeter/report/canonical-json';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { toAuditId } from '../audit-id.ts';
import type { Schema } from '../database/schema.ts';
import { brokenEntries } from './register.ts';
import { trustedRoots } from './signing-keys.ts';

type Known = NonNullable<Verification['report']>;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** What is known of a report by the SHA-256 of its canonical JSON, which nobody can guess who has not read it. */
export async function knownReport(db: Kysely<Schema>, contentSha256: Buffer): Promise<Known | null> {
  const row = await db
    .selectFrom('audit_reports')
    .innerJoin('audits', 'audits.id', 'audit_reports.audit_id')
    .select(['audits.id', 'audits.domain', 'audits.ended_at', 'audits.score', 'audits.grade'])
    .where('audit_reports.sha256', '=', contentSha256)
    .executeTakeFirst();
  const seal = await db
    .selectFrom('seals')
    .innerJoin('audits', 'audits.id', 'seals.audit_id')
    .select(['audits.id', 'audits.domain', 'audits.ended_at', 'audits.score', 'audits.grade', 'seals.sealed_at'])
    .where('content_sha256', '=', contentSha256)
    .orderBy('sealed_at')
    .limit(1)
    .executeTakeFirst();
  const found = seal ?? row;
  if (found === undefined || found.ended_at === null || found.score === null) return null;
  return {
    id: toAuditId(found.id),
    domain: found.domain,
    completedAt: found.ended_at.getTime(),
    score: found.score,
    grade: grade.parse(found.grade),
    sealedAt: seal?.sealed_at.getTime() ?? null,
  };
}

async function verifyPdf(db: Kysely<Schema>, pdf: Buffer): Promise<Verification> {
  const { intact, checks, claims, fileSha256 } = verifySealedPdf(pdf, await trustedRoots(db));
  const registered = await db
    .selectFrom('seals')
    .select('sequence')
    .where('file_sha256', '=', Buffer.from(fileSha256, 'hex'))
    .executeTakeFirst();
  const broken = registered === undefined ? [] : await brokenEntries(db);
  const isRegistered = registered !== undefined && broken.length === 0;
  const register = {
    name: 'register',
    passed: isRegistered,
    detail:
      registered === undefined
        ? 'The file is not in the register of this service'
        : isRegistered
          ? `Entry ${registered.sequence} of the register, whose chain of hashes holds`
          : `The register was changed at entry ${broken[0] ?? ''}`,
  };
  const report = claims.contentSha256 === null ? null : await knownReport(db, Buffer.from(claims.contentSha256, 'hex'));
  return {
    verdict: intact && isRegistered ? 'authentic' : report === null ? 'unknown' : 'altered',
    checks: [...checks, register],
    fileSha256,
    contentSha256: claims.contentSha256,
    report,
  };
}

/** Bytes as canonical JSON, where they are JSON at all. */
function canonicalOf(bytes: Buffer): string | null {
  try {
    return canonicalJson(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

async function verifyJson(db: Kysely<Schema>, bytes: Buffer): Promise<Verification> {
  const canonical = canonicalOf(bytes);
  const hash = canonical === null ? null : sha256(canonical);
  const report = hash === null ? null : await knownReport(db, hash);
  const id = canonical === null ? null : /"id":"aud_([0-9a-f-]{36})"/.exec(canonical)?.[1];
  const claimed =
    id === undefined || id === null
      ? undefined
      : await db.selectFrom('audit_reports').select('audit_id').where('audit_id', '=', id).executeTakeFirst();
  return {
    verdict: report !== null ? 'authentic' : claimed === undefined ? 'unknown' : 'altered',
    checks: [
      { name: 'structure', passed: canonical !== null, detail: canonical === null ? 'Not JSON' : 'JSON' },
      {
        name: 'content',
        passed: hash === null ? null : report !== null,
        detail:
          hash === null
            ? 'Not reached: an earlier check failed'
            : `SHA-256 of its canonical form: ${hash.toString('hex')}`,
      },
    ],
    fileSha256: sha256(bytes).toString('hex'),
    contentSha256: hash?.toString('hex') ?? null,
    report,
  };
}

/** What a file is: a sealed PDF by its first bytes, else a report as JSON. */
export const verifyFile = async (db: Kysely<Schema>, bytes: Buffer): Promise<Verification> =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? verifyPdf(db, bytes) : verifyJson(db, bytes);
