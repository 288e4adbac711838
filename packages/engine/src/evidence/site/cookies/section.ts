import type { HttpCookie } from '@perimeter/contract/observed/http';
import type { Section, SectionCell } from '@perimeter/contract/section';
import type { CookieRejection } from '@perimeter/protocols/http/cookies/store-cookie';
import type { SomeEvidence } from '../../evidence.ts';
import { moreThan } from '../../limited.ts';
import { filled, state, tableOf } from '../../section.ts';
import { cookiesOf } from './cookies.ts';
import { rejectionWords } from './rejection-words.data.ts';

/** Cookies that a report lists. */
export const maxCookies = 100;

const sameSites: Readonly<Record<HttpCookie['sameSite'], string>> = {
  strict: 'Strict',
  lax: 'Lax',
  none: 'None',
  default: 'not set',
};

const [minute, hour, day] = [60, 3_600, 86_400];

/** A span in its largest unit of which there are two. */
function lifetimeText(seconds: number | null): string {
  if (seconds === null) return 'session';
  if (seconds === 0) return 'deleted';
  const [unit, name] =
    seconds >= 2 * day
      ? ([day, 'days'] as const)
      : seconds >= 2 * hour
        ? ([hour, 'hours'] as const)
        : ([minute, 'minutes'] as const);
  return seconds < 2 * minute ? `${seconds} seconds` : `${Math.floor(seconds / unit)} ${name}`;
}

const isRejection = (code: string): code is CookieRejection => Object.hasOwn(rejectionWords, code);

function resultCell({ rejected }: HttpCookie): SectionCell {
  if (rejected === null) return state('good', 'kept');
  return state('bad', `rejected: ${isRejection(rejected) ? rejectionWords[rejected] : rejected}`);
}

const flag = (set: boolean): SectionCell => (set ? state('good', 'yes') : state('fair', 'no'));

const cookieRow = (cookie: HttpCookie): SectionCell[] => [
  cookie.name === '' ? '(no name)' : cookie.name,
  resultCell(cookie),
  cookie.host,
  cookie.domain ?? (cookie.rejected === null ? 'this host' : null),
  flag(cookie.secure),
  flag(cookie.httpOnly),
  sameSites[cookie.sameSite],
  lifetimeText(cookie.lifetimeSeconds),
];

/** The cookies that the site sets, and what browsers make of them. */
export function cookiesSection(evidence: SomeEvidence): Section | null {
  const cookies = cookiesOf(evidence);
  if (cookies === null) return null;
  const table = tableOf(
    'Cookies that the site sets',
    [
      ['Name', 'code'],
      ['Browsers', 'status'],
      ['Set by', 'code'],
      ['Sent to', 'code'],
      ['Secure', 'status'],
      ['HttpOnly', 'status'],
      ['SameSite', 'text'],
      ['Lifetime', 'text'],
    ],
    cookies.slice(0, maxCookies).map(cookieRow),
    moreThan(cookies, maxCookies),
  );
  return { id: 'cookies', title: 'Cookies', tables: filled(table), figures: [] };
}
