import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../settings/start-error.ts';
import type { OwnSigner } from './own-signer.ts';
import { SigningKeysError } from './signing-keys.ts';

/** The creation of keys at the first start. */
export interface FirstKeys {
  /** Resolves once the creation no longer uses the database. */
  stop: () => Promise<void>;
}

/** The keys that seal documents. */
interface KeysInUse {
  /** Resolves once keys exist. Rejects with SigningKeysError. */
  keys: () => Promise<unknown>;
  /** Encrypts stored keys under the current secret. */
  renewEncryption: () => Promise<void>;
}

/** Milliseconds after the start, so that the first requests have the processor to themselves. */
const delayMs = 1_000;

/**
 * Ensures that signing keys exist without delaying the start: the service's own keys are created one second later in a
 * thread, or as soon as they are needed. The operator's certificate becomes active at once. Throws StartError if it was
 * declared compromised.
 */
export async function prepareKeys(
  documents: KeysInUse,
  ownSigner: OwnSigner | null,
  log: FastifyBaseLogger,
): Promise<FirstKeys> {
  if (ownSigner !== null) {
    await documents.keys().catch((error: unknown) => {
      throw error instanceof SigningKeysError ? new StartError(error.message) : error;
    });
    return { stop: async () => {} };
  }
  let making: Promise<unknown> = Promise.resolve();
  const make = async (): Promise<void> => {
    try {
      await documents.renewEncryption();
      await documents.keys();
    } catch (error) {
      log.error({ err: error }, 'No signing key is available');
    }
  };
  const timer = setTimeout(() => (making = make()), delayMs).unref();
  return {
    stop: async () => {
      clearTimeout(timer);
      await making;
    },
  };
}
