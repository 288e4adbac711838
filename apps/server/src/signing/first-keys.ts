import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../settings/start-error.ts';
import type { OwnSigner } from './own-signer.ts';
import { SigningKeysError } from './signing-keys.ts';

/** The making of keys at the first start, while it lasts. */
export interface FirstKeys {
  /** Settles once nothing of it uses the database any more. */
  stop: () => Promise<void>;
}

/** The keys that documents are sealed with. */
interface KeysInUse {
  /** Settles once there are some. Rejects with SigningKeysError. */
  keys: () => Promise<unknown>;
  /** Encrypts stored keys under the secret in force. */
  renewEncryption: () => Promise<void>;
}

/** So much later than the start, that the first requests have the machine for themselves. */
const delayMs = 1_000;

/**
 * Sees to it that there are keys to seal with, without delaying the start: keys of the service's own are made a second later
 * beside the event loop, or as soon as somebody asks for them. The operator's certificate is taken up at once. Throws
 * StartError where it was declared compromised.
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
