import type { Renderer } from '../rendering/renderer.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits/audits.ts';
import type { SealRow } from '../repositories/schema/seals.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { findSeal } from '../repositories/seals/register.ts';
import { registerSeal } from '../signing/register.ts';
import type { ActiveSigner } from '../signing/signing-keys.ts';
import { refuseExpired, sealFacts } from './facts.ts';
import { type Layout, looksOf } from './paper.ts';
import { previousAuditOf } from './previous-audit.ts';
import type { Sealing } from './sealing.ts';

/** What making a document needs. */
interface Workshop {
  db: Db;
  origin: () => string | null;
  keys: () => Promise<ActiveSigner>;
  renderer: Renderer;
  sealing: Sealing;
}

/** Makes a document unless it exists; null if its key was replaced meanwhile. */
type MakeDocument = (audit: AuditWithElapsed, stored: SealedReport, layout: Layout) => Promise<SealRow | null>;

/** Renders, seals and registers documents, each once. */
export function documentMaker({ db, origin, keys, renderer, sealing }: Workshop): MakeDocument {
  return async (audit, stored, layout) => {
    const known = await findSeal(db, audit.id, layout);
    if (known !== undefined) return known;
    sealing.refuseResting();
    const [signer, previous] = await Promise.all([keys(), previousAuditOf(db, audit)]);
    refuseExpired(signer, Date.now());
    const { kid, signer: identity, chain } = signer;
    const visibility = audit.is_private ? ('private' as const) : ('public' as const);
    const address = origin();
    const verifyUrl = address === null ? null : `${address}/verify`;
    const looks = { ...looksOf(layout), verifyUrl, certificateSha256: kid, visibility };
    const pdf = await renderer.render({ report: stored.body, previous, options: looks });
    const sealedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const body = await sealing.seal(pdf, {
      facts: sealFacts(audit, stored),
      sealedAtMs: sealedAt.getTime(),
      sealer: { certificate: identity.certificate, chain, key: identity.key },
    });
    return registerSeal(db, { auditId: audit.id, paper: layout, contentSha256: stored.sha256, kid, sealedAt, body });
  };
}
