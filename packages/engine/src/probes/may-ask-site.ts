import type { HttpEvidence, HttpExchange } from '../evidence/http/schema.ts';
import { wallOf } from '../evidence/http/wall.ts';

/** Why a site is not asked further. */
type NotAsked = 'no-document' | 'robots' | 'not-own' | 'walled';

/** Why the site is not asked: where the HTTP probe asked nothing around the document, no other probe does. */
export function notAskedBecause({ robotsBar }: HttpEvidence, final: HttpExchange | undefined): NotAsked | null {
  if (final === undefined || final.address === null || !final.result.ok) return 'no-document';
  if (robotsBar === true) return 'robots';
  if (final.purpose === 'redirect-host') return 'not-own';
  return robotsBar === undefined ? 'walled' : null;
}

const isLogin = ({ result }: HttpExchange): boolean => result.ok && wallOf(result.response)?.kind === 'login';

/** Why no path of the site is asked: behind a login its answers are not those of the site. */
export const notSweptBecause = (http: HttpEvidence, final: HttpExchange | undefined): NotAsked | 'login' | null =>
  notAskedBecause(http, final) ?? (final !== undefined && isLogin(final) ? 'login' : null);
