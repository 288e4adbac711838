import type { Authenticator } from '../credentials/authenticator.ts';
import type { Cookies, FromBrowser } from '../credentials/cookies.ts';
import type { Throttle } from '../credentials/throttle.ts';
import type { AuditChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import type { IdentitySettings } from '../settings/identity.ts';
import type { Mailer } from '../mail/mailer.ts';

/** Announces changes of accounts and credentials by any process. */
export type CredentialNews = Pick<AuditChanges, 'followAccounts' | 'follow' | 'isListening'>;

/** What authentication and the routes of accounts, sessions and keys need. */
export interface Identity {
  db: Database['db'];
  /** The secret that keys are hashed under. */
  secret: Buffer;
  /** The current secret, then the previous one if set: data encrypted under either can be read. */
  secrets: readonly [Buffer, ...Buffer[]];
  nowMs: () => number;
  passwordCost: IdentitySettings['passwordCost'];
  authenticator: Authenticator;
  throttle: Throttle;
  mailer: Mailer;
  signup: IdentitySettings['signup'];
  /** True if administrator rights need a second factor. */
  adminsNeedFactor: boolean;
  /** Retention of the security log in days. */
  securityLogDays: number;
  /** True if a new account must confirm its e-mail address. */
  confirmsAddresses: boolean;
  /** Selects the cookies for a request. */
  cookiesOf: (request: FromBrowser) => Cookies;
  /** The only Origin that browsers may send; null: the origin of the request's Host. */
  publicOrigin: string | null;
  /** True if the service is reachable from other machines but no public URL is set. */
  lacksAddress: boolean;
  /** The origin of links in messages: never taken from a request's Host. */
  linkOrigin: () => string;
  /** The token that creates the first account; null if an account exists. */
  setupToken: string | null;
  close: () => Promise<void>;
}
