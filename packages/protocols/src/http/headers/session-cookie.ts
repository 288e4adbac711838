import { headerLines, type HeaderLines } from './header-list.ts';
import { parseSetCookie } from './set-cookie.ts';

// From outside, only its name shows whether a cookie holds a session.

/** Frameworks' and products' own names, and the words that people build such names from. */
const sessionWords = ['sess', 'auth', 'token', 'login', 'jwt', 'laravel_session', 'rememberme', 'remember_web'];

/** "sid" alone or as the end of a short prefix, set off from other words: sid, connect.sid, __Host-sid, my_ssid. */
const sid = /(?:^|[._-])[a-z]?sid(?:$|[._-])/;

/** Load balancers, bot filters, consent and telemetry: they bind a visitor to a machine or count visits, and give no access to an account. */
const notSessions =
  /affinity|^awsalb|^bigip|^serverid|^__cf|^cf_|^incap_ses|^visid_incap|^nlbi_|^ak_bmsc|^bm_s[vz]|^datadome|^_ga|^_gid|^ai_session|^ai_user|^_hj|consent|csrf|xsrf|author(?!i[sz])|requestverificationtoken/;

/** Whether a cookie's name indicates a session or a login. */
export function isSessionLike(name: string): boolean {
  const lower = name.toLowerCase();
  if (notSessions.test(lower)) return false;
  return sid.test(lower) || sessionWords.some((word) => lower.includes(word));
}

/** The Set-Cookie lines whose names indicate a session or a login. */
export const sessionCookieLines = (lines: HeaderLines): HeaderLines =>
  headerLines(lines, 'Set-Cookie').filter(([, line]) => isSessionLike(parseSetCookie(line).value?.name ?? ''));
