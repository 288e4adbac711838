import type { HttpEvidence, HttpExchange } from '../evidence/http/schema.ts';
import { wallOf } from '../evidence/http/wall.ts';

/** Why a site receives no further requests. */
type NotAsked = 'no-document' | 'robots' | 'not-own' | 'walled';

/** Why the site receives no requests: where the HTTP probe requested nothing around the document, no other probe does. */
export function notAskedBecause({ robotsBar }: HttpEvidence, final: HttpExchange | undefined): NotAsked | null {
  if (final === undefined || final.address === null || !final.result.ok) return 'no-document';
  if (robotsBar === true) return 'robots';
  if (final.purpose === 'redirect-host') return 'not-own';
  return robotsBar === undefined ? 'walled' : null;
}

const isLogin = ({ result }: HttpExchange): boolean => result.ok && wallOf(result.response)?.kind === 'login';

/** Why the site's paths are not swept: behind a login its answers are not the site's. */
export const notSweptBecause = (http: HttpEvidence, final: HttpExchange | undefined): NotAsked | 'login' | null =>
  notAskedBecause(http, final) ?? (final !== undefined && isLogin(final) ? 'login' : null);
