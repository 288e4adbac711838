import { report } from '@perimeter/contract/report';
import { sealPdf } from '@perimeter/report/seal/seal-pdf';
import type { Kysely } from 'kysely';
import { toAuditId } from '../audit-id.ts';
import type { SealRow } from '../database/seal-tables.ts';
import type { Schema } from '../database/schema.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits.ts';
import { previousAuditOf } from './previous-audit.ts';
import { findSeal, registerSeal } from './register.ts';
import { createRenderer, type Renderer } from './renderer.ts';
import type { OwnSigner } from './own-signer.ts';
import { openOwnSigner, openSigner } from './signing-keys.ts';

/** Sizes of paper that a document can have. */
export const papers = ['a4', 'us-letter'] as const;
export type Paper = (typeof papers)[number];

/** Sealed documents of completed audits: each made once, at its first request, and served in the same bytes ever after. */
export interface Documents {
  db: Kysely<Schema>;
  of: (audit: AuditWithElapsed, stored: SealedReport, paper: Paper) => Promise<SealRow>;
  close: () => Promise<void>;
}

export interface DocumentsOptions {
  db: Kysely<Schema>;
  /** The first is the one in force. */
  secrets: readonly [Buffer, ...Buffer[]];
  /** What people reach the service by. */
  origin: () => string;
  /** The operator's own certificate; without one the service makes its keys. */
  ownSigner?: OwnSigner | null;
  renderer?: Renderer;
}

/** What the report says, without reading the whole of it. */
const scoreOf = ({ score, grade }: AuditWithElapsed, stored: SealedReport): { total: number; grade: string } =>
  score === null || grade === null
    ? report.pick({ score: true }).parse(JSON.parse(stored.body.toString())).score
    : { total: score, grade };

/** Opens the documents; keys are made with the first one. */
export function openDocuments({
  db,
  secrets,
  origin,
  ownSigner = null,
  renderer = createRenderer(),
}: DocumentsOptions): Documents {
  const running = new Map<string, Promise<SealRow>>();
  const make = async (audit: AuditWithElapsed, stored: SealedReport, paper: Paper): Promise<SealRow> => {
    const known = await findSeal(db, audit.id, paper);
    if (known !== undefined) return known;
    const [{ kid, signer: identity, chain }, previous] = await Promise.all([
      ownSigner === null ? openSigner(db, secrets) : openOwnSigner(db, ownSigner),
      previousAuditOf(db, audit),
    ]);
    const visibility = audit.is_private ? ('private' as const) : ('public' as const);
    const options = { paper, verifyUrl: `${origin()}/verify`, certificateSha256: kid, visibility };
    const pdf = await renderer.render({ report: stored.body, previous, options });
    const sealedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const { total, grade } = scoreOf(audit, stored);
    const body = sealPdf(pdf, {
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

  return {
    db,
    of: async (audit, stored, paper) => {
      const key = `${audit.id} ${paper}`;
      const known = running.get(key);
      if (known !== undefined) return known;
      const making = make(audit, stored, paper).finally(() => running.delete(key));
      running.set(key, making);
      return making;
    },
    close: renderer.close,
  };
}
