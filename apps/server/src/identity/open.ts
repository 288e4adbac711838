import { makeAuthenticator } from '../credentials/authenticator.ts';
import { cookiesOf } from '../credentials/cookies.ts';
import { makeThrottle } from '../credentials/throttle.ts';
import type { Database } from '../database/open.ts';
import type { Http } from '../http/http.ts';
import { makeMailer } from '../mail/mailer.ts';
import { lacksAddress } from '../settings/identity.ts';
import type { ServerSettings } from '../settings/settings.ts';
import { findSetupToken, readSecret } from './secrets.ts';
import { startUpkeep } from './upkeep.ts';
import type { CredentialNews, Identity } from './identity.ts';

function localOrigin(http: Http): string {
  const address = http.server.address();
  return `http://localhost:${typeof address === 'object' && address !== null ? address.port : 80}`;
}

/** Opens what authentication needs. Throws StartError. */
export async function openIdentity(
  { db, exclusive }: Pick<Database, 'db' | 'exclusive'>,
  settings: ServerSettings,
  http: Http,
  news: CredentialNews,
  nowMs: () => number = () => Date.now(),
): Promise<Identity> {
  const { log } = http;
  const { publicOrigin, signup, adminsNeedFactor, confirmsAddresses } = settings.identity;
  const { mail, previousSecret, passwordCost, securityLogDays } = settings.identity;
  const secret = await readSecret(settings, db);
  const upkeep = startUpkeep({ db, securityLogDays }, log, nowMs);
  const mailer = makeMailer(mail, log);
  const secrets: [Buffer, ...Buffer[]] = previousSecret === null ? [secret] : [secret, Buffer.from(previousSecret)];
  const isTold = news.isListening;
  const authenticator = makeAuthenticator({ db, secrets, nowMs, adminsNeedFactor, onUse: upkeep.note, isTold });
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
    adminsNeedFactor,
    securityLogDays,
    confirmsAddresses,
    publicOrigin,
    cookiesOf: cookiesOf(settings.identity),
    lacksAddress: lacksAddress(settings),
    linkOrigin: () => publicOrigin ?? localOrigin(http),
    setupToken: await findSetupToken(db, secret),
    close: async () => {
      mailer.close();
      await upkeep.stop();
    },
  };
}
