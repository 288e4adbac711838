import type { SealRow } from '../repositories/schema/seals.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { AuditWithElapsed, SealedReport } from '../repositories/audits/audits.ts';
import { findSeal } from '../repositories/seals/register.ts';
import { createRenderer, type Renderer } from '../rendering/renderer.ts';
import type { OwnSigner } from '../signing/own-signer.ts';
import {
  keysChanged,
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

/**
 * Sealed documents of completed audits: each is made at its first request and stored, so that its bytes never change.
 */
export interface Documents {
  db: Db;
  /** Rejects with RendererError, SigningKeysError or TimeStampError if the document cannot be made now. */
  of: (audit: AuditWithElapsed, stored: SealedReport, layout: Layout) => Promise<SealRow>;
  /** The document if any process has made it. */
  find: (audit: Pick<AuditWithElapsed, 'id'>, layout: Layout) => Promise<SealRow | undefined>;
  /** Resolves with the active signer; makes keys first if there are none. Rejects with SigningKeysError. */
  keys: () => Promise<ActiveSigner>;
  /** Encrypts stored keys under the current secret. */
  renewEncryption: () => Promise<void>;
  /** Starts the process and the thread that make documents, before the first request; resolves when the thread runs. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

export interface DocumentsOptions {
  db: Db;
  secrets: Secrets;
  /** The public origin of the service, printed in documents; null if the operator has not set one. */
  origin: () => string | null;
  /** The operator's own certificate; without one the service makes its own keys. */
  ownSigner?: OwnSigner | null;
  /** The authority that time-stamps every document; without one documents have no time stamp. */
  authority?: TimeStampAuthority | null;
  renderer?: Renderer;
}

/** Runs one call at a time; concurrent callers share its result. */
function single<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return async () => (running ??= ask().finally(() => (running = null)));
}

// If the key is replaced while a document is made, it is made again; keys are replaced about once a year.
const maxRounds = 3;

/** Makes the store of documents. */
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
    throw new SigningKeysError(keysChanged);
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
