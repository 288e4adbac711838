import type { Verification } from '@perimeter/contract/verification';
import { grade } from '@perimeter/contract/score';
import { sealVerdict } from '@perimeter/report/seal/seal-verdict';
import { webcrypto } from 'node:crypto';
import { toAuditId } from '../audits/audit-id.ts';
import { hasReport } from '../repositories/audits/reports.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { findSealOfFile } from '../repositories/seals/register.ts';
import { findAuditByContent } from '../repositories/seals/sealed-audits.ts';
import { brokenEntries } from '../signing/register.ts';
import type { JsonFacts, VerifyAnswer, VerifyRequest } from './messages.ts';
import { createVerifyThread } from './thread.ts';
import { compromisedKeys, trustedRoots } from '../signing/published-keys.ts';

type Known = NonNullable<Verification['report']>;

/** Beside the event loop. */
const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', data));

/** What is known of a report by the SHA-256 of its canonical JSON, which nobody can guess who has not read it. */
export async function knownReport(db: Db, contentSha256: Buffer): Promise<Known | null> {
  const found = await findAuditByContent(db, contentSha256);
  if (found === undefined || found.ended_at === null || found.score === null) return null;
  return {
    id: toAuditId(found.id),
    domain: found.domain,
    completedAt: found.ended_at.getTime(),
    score: found.score,
    grade: grade.parse(found.grade),
    sealedAt: found.sealed_at?.getTime() ?? null,
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
  verify: (bytes: Buffer<ArrayBuffer>) => Promise<Verification>;
  close: () => Promise<void>;
}

/** What a file is judged with. */
interface Bench {
  db: Db;
  ask: (request: VerifyRequest) => Promise<VerifyAnswer>;
  brokenNow: () => Promise<readonly string[]>;
}

/** The whole chain is walked no more often than this, no matter who asks. */
const registerAgeMs = 10_000;

async function registerCheck(
  { db, brokenNow }: Bench,
  fileSha256: Buffer,
): Promise<RegisterState & { check: Verification['checks'][number] }> {
  const registered = await findSealOfFile(db, fileSha256);
  const broken = registered === undefined ? [] : await brokenNow();
  const detail =
    registered === undefined
      ? 'The file is not in the register of this service'
      : broken.length === 0
        ? `Entry ${registered.sequence} of the register, ${registered.entry.toString('hex')}, with a valid hash chain`
        : `The register was modified at entry ${broken[0] ?? ''}`;
  return {
    registered,
    broken,
    check: { name: 'register', passed: registered !== undefined && broken.length === 0, detail },
  };
}

async function verifyPdf(bench: Bench, bytes: Buffer<ArrayBuffer>): Promise<Verification> {
  const { db, ask } = bench;
  const [roots, compromised, { registered, check }] = await Promise.all([
    trustedRoots(db),
    compromisedKeys(db),
    registerCheck(bench, await sha256(bytes)),
  ]);
  const isRegistered = check.passed === true && registered !== undefined;
  // The register is kept by somebody else than anyone who has the key.
  const knownSinceMs = isRegistered ? registered.sealed_at.getTime() : null;
  const answer = await ask({ kind: 'pdf', bytes, roots: roots.map(({ raw }) => raw), compromised, knownSinceMs });
  if (answer.kind !== 'pdf') throw new TypeError('Response for a different request');
  const { intact, checks, claims, fileSha256 } = answer.result;
  const known = claims.contentSha256 === null ? null : await knownReport(db, Buffer.from(claims.contentSha256, 'hex'));
  const report =
    known === null || registered === undefined ? known : { ...known, sealedAt: registered.sealed_at.getTime() };
  return {
    verdict: intact && isRegistered ? 'authentic' : report === null ? 'unknown' : 'altered',
    seal: sealVerdict(answer.result, bytes),
    checks: [...checks, check],
    fileSha256,
    contentSha256: claims.contentSha256,
    timeStamp: claims.timeStamp === null ? null : { at: claims.timeStamp.at, authority: claims.timeStamp.authority },
    registerEntry: isRegistered ? { sequence: registered.sequence, entry: registered.entry.toString('hex') } : null,
    report,
  };
}

/** The data of a larger JSON file is looked at only where it is canonical, octet by octet: reports have some hundred KiB. */
const maxRespeltBytes = 4 * 1024 * 1024;

async function jsonFacts({ ask }: Bench, bytes: Buffer<ArrayBuffer>): Promise<JsonFacts> {
  if (bytes.length > maxRespeltBytes) return { canonicalSha256: null, auditId: null };
  const answer = await ask({ kind: 'json', bytes });
  if (answer.kind !== 'json') throw new TypeError('Response for a different request');
  return answer.facts;
}

async function verifyJson(bench: Bench, bytes: Buffer<ArrayBuffer>): Promise<Verification> {
  const { db } = bench;
  const fileSha256 = await sha256(bytes);
  // What has a hash that was sealed is in its canonical form already.
  const exact = await knownReport(db, fileSha256);
  const { canonicalSha256: hash, auditId } =
    exact === null ? await jsonFacts(bench, bytes) : { canonicalSha256: fileSha256.toString('hex'), auditId: null };
  const report = exact ?? (hash === null ? null : await knownReport(db, Buffer.from(hash, 'hex')));
  const isClaimed = auditId !== null && (await hasReport(db, auditId));
  return {
    verdict: report !== null ? 'authentic' : isClaimed ? 'altered' : 'unknown',
    seal: 'not_sealed',
    checks: [
      {
        name: 'structure',
        passed: hash !== null,
        detail: hash === null ? 'The file is neither a PDF nor unambiguous JSON, or is too large' : 'JSON',
      },
      {
        name: 'content',
        passed: hash === null ? null : report !== null,
        detail: hash === null ? 'Not performed: an earlier check failed' : `SHA-256 of the canonical form: ${hash}`,
      },
    ],
    fileSha256: fileSha256.toString('hex'),
    contentSha256: hash,
    timeStamp: null,
    registerEntry: null,
    report,
  };
}

/** Readers take a file for a PDF that says so in its first 1,024 octets, whatever stands before (ISO 32000-1 annex H.3). */
function isPdf(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 1_024).toString('latin1');
  return head.includes('%PDF-') && !head.trimStart().startsWith('{');
}

/** Opens a verifier, which remembers for some seconds whether the register is whole. */
export function openVerifier(db: Db, nowMs: () => number = Date.now): Verifier {
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
  const thread = createVerifyThread();
  const bench: Bench = { db, ask: thread.ask, brokenNow };
  return {
    verify: async (bytes) => (isPdf(bytes) ? verifyPdf(bench, bytes) : verifyJson(bench, bytes)),
    close: thread.close,
  };
}
