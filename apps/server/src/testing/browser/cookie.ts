import { loopbackCookies } from '../../credentials/cookies.ts';
import type { Browser } from '../people.ts';

/** The cookie of a logged-in person for a browser. */
export const cookieOf = (holder: Browser, url: string) => ({
  name: loopbackCookies.session.name,
  value: holder.cookie(),
  url,
  httpOnly: true,
});
