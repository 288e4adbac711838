import type { FastifyBaseLogger } from 'fastify';
import { makeAuthenticator, type Authenticator } from '../credentials/authenticator.ts';
import { gatherLastUse } from '../credentials/last-use.ts';
import { secretInDirectory } from '../secrets/server-secret.ts';
import { setupTokenOf } from '../credentials/setup-token.ts';
import { makeThrottle, type Throttle } from '../credentials/throttle.ts';
import type { AuditChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import type { Http } from '../http/http.ts';
import type { IdentitySettings } from '../settings/identity.ts';
import { makeMailer, type Mailer } from '../mail/mailer.ts';
import { hasNoAccount } from '../repositories/accounts/accounts.ts';
import { touchKeys } from '../repositories/accounts/api-keys.ts';
import { purgeCredentials } from '../repositories/accounts/purge.ts';
import { touchSessions } from '../repositories/accounts/sessions.ts';
import type { ServerSettings } from '../settings/settings.ts';

/** What tells of changes to accounts and credentials, whichever process makes them. */
export type CredentialNews = Pick<AuditChanges, 'followAccounts' | 'follow' | 'isListening'>;

/** What the service knows callers by, and what the routes of accounts, sessions and keys work with. */
export interface Identity {
  db: Database['db'];
  /** What keys are hashed under. */
  secret: Buffer;
  /** The secret, and the one before it where there is one: what was encrypted under either can be read. */
  secrets: readonly [Buffer, ...Buffer[]];
  nowMs: () => number;
  passwordCost: IdentitySettings['passwordCost'];
  authenticator: Authenticator;
  throttle: Throttle;
  mailer: Mailer;
  signup: IdentitySettings['signup'];
  /** The origin that browsers must come from; null: that of the request's Host. */
  publicOrigin: string | null;
  /** What links in messages begin with: never what a request says its host is. */
  linkOrigin: () => string;
  /** What makes the first account; null when there is one. */
  setupToken: string | null;
  close: () => Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Fastify's form of which proxies are trusted: by their networks, or by how many hops they are away. */
export const proxiesTrusted = (
  trusted: IdentitySettings['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;

/** The server's secret, given or of its own making. Throws StartError. */
export const readSecret = async (
  { identity, database }: Pick<ServerSettings, 'identity' | 'database'>,
  db: Database['db'],
): Promise<Buffer> =>
  identity.secret === null && database.kind === 'embedded'
    ? secretInDirectory(database.dataDir, async () => hasNoAccount(db))
    : Buffer.from(identity.secret ?? '');

/** The secret, and the one before it where there is one; a worker that was given none has none. Throws StartError. */
export async function readSecrets(
  settings: Pick<ServerSettings, 'identity' | 'database'>,
  db: Database['db'],
): Promise<readonly Buffer[]> {
  const secret = await readSecret(settings, db);
  const { previousSecret } = settings.identity;
  return [secret, Buffer.from(previousSecret ?? '')].filter(({ length }) => length > 0);
}

function localOrigin(http: Http): string {
  const address = http.server.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : 80}`;
}

/** Does something again and again, and logs when it cannot. */
function repeat(everyMs: number, log: FastifyBaseLogger, what: string, act: () => Promise<unknown>): NodeJS.Timeout {
  const once = (): void => void act().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
  return setInterval(once, everyMs).unref();
}

/** Makes what accounts, sessions and keys need. Throws StartError. */
export async function openIdentity(
  { db, exclusive }: Pick<Database, 'db' | 'exclusive'>,
  settings: ServerSettings,
  http: Http,
  news: CredentialNews,
  nowMs: () => number = () => Date.now(),
): Promise<Identity> {
  const { log } = http;
  const { publicOrigin, signup, mail, previousSecret, passwordCost } = settings.identity;
  const secret = await readSecret(settings, db);
  const lastUse = gatherLastUse({
    key: async (uses) => touchKeys(db, uses),
    session: async (uses) => touchSessions(db, uses),
  });
  const mailer = makeMailer(mail, log);
  const purge = async (): Promise<void> => purgeCredentials(db, new Date(nowMs()));
  const timers = [
    repeat(minuteMs, log, 'Saving the last use of keys', lastUse.flush),
    repeat(hourMs, log, 'Deleting expired sessions', purge),
  ];
  const secrets: [Buffer, ...Buffer[]] = previousSecret === null ? [secret] : [secret, Buffer.from(previousSecret)];
  const isTold = news.isListening;
  const authenticator = makeAuthenticator({ db, secrets, nowMs, onUse: lastUse.note, isTold });
  news.followAccounts(authenticator.forget);
  news.follow({ changed: () => undefined, lost: authenticator.forgetAll });
  return {
    db,
    secret,
    secrets,
    nowMs,
    passwordCost,
    authenticator,
    throttle: makeThrottle(exclusive ? null : db),
    mailer,
    signup,
    publicOrigin,
    linkOrigin: () => publicOrigin ?? localOrigin(http),
    setupToken: (await hasNoAccount(db)) ? setupTokenOf(secret) : null,
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      mailer.close();
      await lastUse.flush().catch((error: unknown) => log.warn({ err: error }, 'Last use of keys not saved'));
    },
  };
}
