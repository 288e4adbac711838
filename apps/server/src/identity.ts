import type { FastifyBaseLogger } from 'fastify';
import { makeAuthenticator, type Authenticator } from './credentials/authenticator.ts';
import { secretInDirectory } from './credentials/secret.ts';
import type { Database } from './database/open.ts';
import type { ServerSettings } from './settings.ts';

/** What the service knows callers by. */
export interface Identity {
  authenticator: Authenticator;
  publicOrigin: string | null;
  close: () => Promise<void>;
}

/** Fastify's form of which proxies are trusted: by their networks, or by how many hops they are away. */
export const proxiesTrusted = (
  trusted: ServerSettings['identity']['trustProxy'],
): string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'object' ? trusted : (_address, hop) => trusted !== false && hop < trusted;

/** Makes what accounts, sessions and keys need. Throws StartError. */
export async function openIdentity(
  { db }: Pick<Database, 'db'>,
  { identity, database }: ServerSettings,
  _log: FastifyBaseLogger,
): Promise<Identity> {
  const secret =
    identity.secret === null && database.kind === 'embedded'
      ? await secretInDirectory(database.dataDir)
      : Buffer.from(identity.secret ?? '');
  const authenticator = makeAuthenticator({ db, secret, nowMs: Date.now, onUse: () => undefined });
  return { authenticator, publicOrigin: identity.publicOrigin, close: async () => undefined };
}
