import type { Authenticator } from '../credentials/authenticator.ts';
import type { Cookies, FromBrowser } from '../credentials/cookies.ts';
import type { Throttle } from '../credentials/throttle.ts';
import type { AuditChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import type { IdentitySettings } from '../settings/identity.ts';
import type { Mailer } from '../mail/mailer.ts';

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
  /** Whether accounts administer only with a second factor. */
  adminsNeedFactor: boolean;
  /** How long the security log is kept. */
  securityLogDays: number;
  /** Whether who signs up has to confirm the address. */
  confirmsAddresses: boolean;
  /** Which cookies the browser of a request gets. */
  cookiesOf: (request: FromBrowser) => Cookies;
  /** The origin that browsers must come from; null: that of the request's Host. */
  publicOrigin: string | null;
  /** Whether others reach the service, and nobody has said by which address. */
  lacksAddress: boolean;
  /** What links in messages begin with: never what a request says its host is. */
  linkOrigin: () => string;
  /** What makes the first account; null when there is one. */
  setupToken: string | null;
  close: () => Promise<void>;
}
