import type { Verification } from '@perimeter/contract/verification';
import { grade } from '@perimeter/contract/score';
import { canonicalForm } from '@perimeter/report/canonical-form';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { toAuditId } from '../audit-id.ts';
import type { Schema } from '../database/schema.ts';
import { brokenEntries } from './register.ts';
import { compromisedKeys, trustedRoots } from './published-keys.ts';

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

interface Registered {
  sequence: string;
  entry: Buffer;
  sealed_at: Date;
}

/** The entry of a file, and where the register was changed. */
interface RegisterState {
  registered: Registered | undefined;
  broken: readonly string[];
}

/** What a file is held against. */
export interface Verifier {
  /** A sealed PDF by its first bytes, else a report as JSON. */
  verify: (bytes: Buffer) => Promise<Verification>;
}

/** The whole chain is walked no more often than this, whoever asks. */
const registerAgeMs = 10_000;

async function registerCheck(
  db: Kysely<Schema>,
  fileSha256: Buffer,
  brokenNow: () => Promise<readonly string[]>,
): Promise<RegisterState & { check: Verification['checks'][number] }> {
  const registered = await db
    .selectFrom('seals')
    .select(['sequence', 'entry', 'sealed_at'])
    .where('file_sha256', '=', fileSha256)
    .executeTakeFirst();
  const broken = registered === undefined ? [] : await brokenNow();
  const detail =
    registered === undefined
      ? 'The file is not in the register of this service'
      : broken.length === 0
        ? `Entry ${registered.sequence} of the register, ${registered.entry.toString('hex')}, whose chain of hashes holds`
        : `The register was changed at entry ${broken[0] ?? ''}`;
  return {
    registered,
    broken,
    check: { name: 'register', passed: registered !== undefined && broken.length === 0, detail },
  };
}

async function verifyPdf(
  db: Kysely<Schema>,
  pdf: Buffer,
  brokenNow: () => Promise<readonly string[]>,
): Promise<Verification> {
  const [roots, compromised, { registered, check }] = await Promise.all([
    trustedRoots(db),
    compromisedKeys(db),
    registerCheck(db, sha256(pdf), brokenNow),
  ]);
  const isRegistered = check.passed === true && registered !== undefined;
  const { intact, checks, claims, fileSha256 } = verifySealedPdf(pdf, roots, {
    compromisedSinceMs: (kid) => compromised.get(kid) ?? null,
    // The register is kept by somebody else than whoever has the key.
    knownSinceMs: isRegistered ? registered.sealed_at.getTime() : null,
  });
  const known = claims.contentSha256 === null ? null : await knownReport(db, Buffer.from(claims.contentSha256, 'hex'));
  const report =
    known === null || registered === undefined ? known : { ...known, sealedAt: registered.sealed_at.getTime() };
  return {
    verdict: intact && isRegistered ? 'authentic' : report === null ? 'unknown' : 'altered',
    checks: [...checks, check],
    fileSha256,
    contentSha256: claims.contentSha256,
    timeStamp: claims.timeStamp === null ? null : { at: claims.timeStamp.at, authority: claims.timeStamp.authority },
    registerEntry: isRegistered ? { sequence: registered.sequence, entry: registered.entry.toString('hex') } : null,
    report,
  };
}

async function verifyJson(db: Kysely<Schema>, bytes: Buffer): Promise<Verification> {
  const canonical = canonicalForm(bytes);
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
      {
        name: 'structure',
        passed: canonical !== null,
        detail: canonical === null ? 'Not JSON whose meaning is certain' : 'JSON',
      },
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
    timeStamp: null,
    registerEntry: null,
    report,
  };
}

/** Opens a verifier, which remembers for some seconds whether the register is whole. */
export function openVerifier(db: Kysely<Schema>, nowMs: () => number = Date.now): Verifier {
  let walked: { atMs: number; broken: Promise<readonly string[]> } | null = null;
  const brokenNow = async (): Promise<readonly string[]> => {
    if (walked === null || nowMs() - walked.atMs > registerAgeMs) walked = { atMs: nowMs(), broken: brokenEntries(db) };
    const { broken } = walked;
    try {
      return await broken;
    } catch (error) {
      walked = null;
      throw error;
    }
  };
  return {
    verify: async (bytes) =>
      bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? verifyPdf(db, bytes, brokenNow) : verifyJson(db, bytes),
  };
}
