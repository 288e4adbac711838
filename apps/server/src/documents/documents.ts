import { report } from '@perimeter/contract/report';
import { datesProblem, readPathCertificate } from '@perimeter/report/certificate-path';
import type { SealOptions } from '@perimeter/report/seal/seal-pdf';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import { toAuditId } from '../audits/audit-id.ts';
import type { SealRow } from '../repositories/schema/seals.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits/audits.ts';
import { previousAuditOf } from './previous-audit.ts';
import { findSeal } from '../repositories/seals/register.ts';
import { registerSeal } from '../signing/register.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';
import type { OwnSigner } from '../signing/own-signer.ts';
import { createSealThread } from '../signing/seal-thread.ts';
import {
  type ActiveSigner,
  openOwnSigner,
  openSigner,
  renewEncryption,
  type Secrets,
  SigningKeysError,
} from '../signing/signing-keys.ts';
import { stamperOf, type TimeStampAuthority } from '../signing/time-stamps/authority.ts';

/** Sizes of paper that a document can have. */
export const papers = ['a4', 'us-letter'] as const;
export type Paper = (typeof papers)[number];

/** Sealed documents of completed audits: each made once, at its first request, and served in the same bytes ever after. */
export interface Documents {
  db: Db;
  /** Rejects with RendererError, SigningKeysError or TimeStampError where there is none to be had now. */
  of: (audit: AuditWithElapsed, stored: SealedReport, paper: Paper) => Promise<SealRow>;
  /** Settles once there are keys to seal with. Rejects with SigningKeysError. */
  keys: () => Promise<ActiveSigner>;
  /** Encrypts stored keys under the secret in force. */
  renewEncryption: () => Promise<void>;
  close: () => Promise<void>;
}

export interface DocumentsOptions {
  db: Db;
  secrets: Secrets;
  /** What people reach the service by. */
  origin: () => string;
  /** The operator's own certificate; without one the service makes its keys. */
  ownSigner?: OwnSigner | null;
  /** Who stamps the time on every document; without one nobody does. */
  authority?: TimeStampAuthority | null;
  renderer?: Renderer;
}

/** What the report says, without reading the whole of it. */
const scoreOf = ({ score, grade }: AuditWithElapsed, stored: SealedReport): { total: number; grade: string } =>
  score === null || grade === null
    ? report.pick({ score: true }).parse(JSON.parse(stored.body.toString())).score
    : { total: score, grade };

/** Rejects where a certificate that the document would be sealed under is outside of its dates: it would never verify. */
function refuseExpired({ signer, chain }: ActiveSigner, atMs: number): void {
  const problem = datesProblem([signer.certificate, ...chain].map(readPathCertificate), atMs);
  if (problem !== null) throw new SigningKeysError(problem);
}

/** After an authority gave no stamp, nobody else waits for it so long. */
const authorityRestMs = 30_000;

/** Seals with a time stamp where there is an authority: without its stamp nothing is sealed, because a document is for ever. */
function createSealing(authority: TimeStampAuthority | null) {
  let restUntilMs = 0;
  const thread = createSealThread();
  return {
    close: thread.close,
    refuseResting: (): void => {
      if (Date.now() < restUntilMs) throw new TimeStampError('The time-stamping authority failed recently');
    },
    seal: async (pdf: Uint8Array, options: SealOptions): Promise<Buffer> => {
      if (authority === null) return thread.seal(pdf, options, null);
      try {
        return await thread.seal(pdf, options, stamperOf(authority, options.sealedAtMs));
      } catch (error) {
        if (error instanceof TimeStampError) restUntilMs = Date.now() + authorityRestMs;
        throw error;
      }
    },
  };
}

/** Asks one at a time, and gives everybody who asks meanwhile the same answer. */
function single<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return async () => (running ??= ask().finally(() => (running = null)));
}

// A key that is replaced while a document is made costs another round; it happens once in a year.
const maxRounds = 3;

/** Opens the documents. */
export function openDocuments(options: DocumentsOptions): Documents {
  const { db, secrets, origin, ownSigner = null, authority = null, renderer = createRenderer() } = options;
  const running = new Map<string, Promise<SealRow>>();
  const sealing = createSealing(authority);
  const keys = single(async () => (ownSigner === null ? openSigner(db, secrets) : openOwnSigner(db, ownSigner)));
  const make = async (audit: AuditWithElapsed, stored: SealedReport, paper: Paper): Promise<SealRow | null> => {
    const known = await findSeal(db, audit.id, paper);
    if (known !== undefined) return known;
    sealing.refuseResting();
    const [signer, previous] = await Promise.all([keys(), previousAuditOf(db, audit)]);
    refuseExpired(signer, Date.now());
    const { kid, signer: identity, chain } = signer;
    const visibility = audit.is_private ? ('private' as const) : ('public' as const);
    const looks = { paper, verifyUrl: `${origin()}/verify`, certificateSha256: kid, visibility };
    const pdf = await renderer.render({ report: stored.body, previous, options: looks });
    const sealedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const { total, grade } = scoreOf(audit, stored);
    const body = await sealing.seal(pdf, {
      facts: {
        auditId: toAuditId(audit.id),
        domain: audit.domain,
        score: String(total),
        grade,
        contentSha256: stored.sha256.toString('hex'),
      },
      sealedAtMs: sealedAt.getTime(),
      sealer: { certificate: identity.certificate, chain, key: identity.key },
    });
    return registerSeal(db, { auditId: audit.id, paper, contentSha256: stored.sha256, kid, sealedAt, body });
  };
  const makeOrAgain: Documents['of'] = async (audit, stored, paper) => {
    for (let round = 0; round < maxRounds; round += 1) {
      const made = await make(audit, stored, paper);
      if (made !== null) return made;
    }
    throw new SigningKeysError('The signing keys changed repeatedly during the operation');
  };

  return {
    db,
    keys,
    renewEncryption: async () => renewEncryption(db, secrets),
    of: async (audit, stored, paper) => {
      const key = `${audit.id} ${paper}`;
      const known = running.get(key);
      if (known !== undefined) return known;
      const making = makeOrAgain(audit, stored, paper).finally(() => running.delete(key));
      running.set(key, making);
      return making;
    },
    close: async () => {
      await Promise.all([renderer.close(), sealing.close()]);
    },
  };
}
