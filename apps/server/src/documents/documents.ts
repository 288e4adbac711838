import type { SealRow } from '../repositories/schema/seals.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits/audits.ts';
import { findSeal } from '../repositories/seals/register.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';
import type { OwnSigner } from '../signing/own-signer.ts';
import {
  SigningKeysError,
  openOwnSigner,
  openSigner,
  renewEncryption,
  type ActiveSigner,
  type Secrets,
} from '../signing/signing-keys.ts';
import type { TimeStampAuthority } from '../signing/time-stamps/authority.ts';
import { documentMaker } from './make.ts';
import { createSealing } from './sealing.ts';
import type { Layout } from './paper.ts';

/** Sealed documents of completed audits: each made once, at its first request, and served in the same bytes ever after. */
export interface Documents {
  db: Db;
  /** Rejects with RendererError, SigningKeysError or TimeStampError where there is none to be had now. */
  of: (audit: AuditWithElapsed, stored: SealedReport, layout: Layout) => Promise<SealRow>;
  /** The document if it has been made, by whichever process. */
  find: (audit: Pick<AuditWithElapsed, 'id'>, layout: Layout) => Promise<SealRow | undefined>;
  /** Settles once there are keys to seal with. Rejects with SigningKeysError. */
  keys: () => Promise<ActiveSigner>;
  /** Encrypts stored keys under the secret in force. */
  renewEncryption: () => Promise<void>;
  /** Starts the process and the thread that make documents ahead of the first one; settles once the thread is there. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

export interface DocumentsOptions {
  db: Db;
  secrets: Secrets;
  /** What people elsewhere reach the service by; null where the operator has not said. */
  origin: () => string | null;
  /** The operator's own certificate; without one the service makes its keys. */
  ownSigner?: OwnSigner | null;
  /** Who stamps the time on every document; without one nobody does. */
  authority?: TimeStampAuthority | null;
  renderer?: Renderer;
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
  const make = documentMaker({ db, origin, keys, renderer, sealing });
  const makeOrAgain: Documents['of'] = async (audit, stored, layout) => {
    for (let round = 0; round < maxRounds; round += 1) {
      const made = await make(audit, stored, layout);
      if (made !== null) return made;
    }
    throw new SigningKeysError('The signing keys changed repeatedly during the operation');
  };

  return {
    db,
    keys,
    renewEncryption: async () => renewEncryption(db, secrets),
    of: async (audit, stored, layout) => {
      const key = `${audit.id} ${layout}`;
      const known = running.get(key);
      if (known !== undefined) return known;
      const making = makeOrAgain(audit, stored, layout).finally(() => running.delete(key));
      running.set(key, making);
      return making;
    },
    find: async ({ id }, layout) => findSeal(db, id, layout),
    start: async () => {
      renderer.start();
      await sealing.start();
    },
    close: async () => {
      await Promise.all([renderer.close(), sealing.close()]);
    },
  };
}
