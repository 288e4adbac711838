import { type CacheControl, parseCacheControl } from '@perimeter/protocols/http/headers/cache-control';
import { headerLines, type HeaderLines } from '@perimeter/protocols/http/headers/header-list';
import { isSessionLike } from '@perimeter/protocols/http/headers/session-cookie';
import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';
import type { Confidence } from '@perimeter/contract/finding';
import { defineCheck } from '../../catalogue/check.ts';
import { failIfAny, notApplicable, type Outcome, pass } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import type { Answer } from '../derive/http/answer.ts';
import { at } from '../derive/http/sightings.ts';
import { hasPasswordField } from '../derive/http/password-field.ts';
import { judgeAnswers, judgeDocumentOr401 } from '../derive/http/judge.ts';
import { quoteAbsence, quoteLines } from '../derive/http/quote.ts';

/** The Set-Cookie lines whose names say session or login. */
const sessionCookies = ({ headers }: Answer): HeaderLines =>
  headerLines(headers, 'Set-Cookie').filter(([, line]) => isSessionLike(parseSetCookie(line).value?.name ?? ''));

/** Kept out of shared caches: no-store, or private for the whole response (RFC 9111 sections 5.2.2.5 and 5.2.2.7). */
const isKeptPrivate = (control: CacheControl): boolean => control.has('no-store') || control.get('private') === null;

interface Sensitivity {
  what: string;
  lines: HeaderLines;
  confidence: Confidence;
}

/** Why a response should not be kept; null where nothing says so. */
function sensitivityOf(document: Answer): Sensitivity | null {
  const cookies = sessionCookies(document);
  if (cookies.length > 0) return { what: 'sets a session cookie', lines: cookies, confidence: 'confirmed' };
  if (document.response.status === 401) {
    const lines = headerLines(document.headers, 'WWW-Authenticate');
    return {
      what: 'asks for a login (401), and what lies behind is likely sent the same way',
      lines,
      confidence: 'potential',
    };
  }
  if (hasPasswordField(document.response.body.text ?? '')) {
    return { what: 'holds a password field', lines: [], confidence: 'firm' };
  }
  return null;
}

function judgeSensitive(document: Answer): Outcome {
  const sensitivity = sensitivityOf(document);
  if (sensitivity === null) return notApplicable('No session cookie, password field or login request was seen');
  const { what, lines, confidence } = sensitivity;
  if (isKeptPrivate(parseCacheControl(document.headers).value)) {
    return pass(`The response ${what.split(',')[0]} and is kept out of caches`);
  }
  const control = headerLines(document.headers, 'Cache-Control');
  const finding = at(document, {
    description: `The response ${what}, yet caches may keep it. Expected: Cache-Control: no-store, or at least private.`,
    evidence:
      control.length === 0
        ? [quoteAbsence(document, 'Cache-Control'), ...(lines.length === 0 ? [] : [quoteLines(document, lines)])].join(
            '\n',
          )
        : quoteLines(document, [...control, ...lines]),
    confidence,
  });
  return failIfAny([finding], `A response that ${what} may be kept by caches`, '');
}

export const hdrCacheSensitive = defineCheck({
  id: 'hdr-cache-sensitive',
  title: 'Pages with a login or session are not cacheable',
  finding: 'Page with a login or session is cacheable',
  cvss: vectors.browserHardening,
  cwe: [525],
  references: [
    'https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.5',
    'https://owasp.org/www-project-secure-headers/',
  ],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeDocumentOr401(evidence, judgeSensitive),
});

/** Headers in which caches tell that they answered from their store. */
const cacheStatusHeaders = [
  'X-Cache',
  'CF-Cache-Status',
  'X-Proxy-Cache',
  'X-Cache-Status',
  'X-Nginx-Cache',
  'X-Drupal-Cache',
];

/** The lines that show a shared cache at work or allowed to work on this response. */
function sharedCacheLines({ headers }: Answer, control: CacheControl): HeaderLines {
  const allowed = control.has('public') || control.has('s-maxage') ? headerLines(headers, 'Cache-Control') : [];
  const aged = headerLines(headers, 'Age').filter(([, value]) => /^0*[1-9]\d*$/.test(value));
  const hits = cacheStatusHeaders
    .flatMap((name) => headerLines(headers, name))
    .filter(([, value]) => /\bhit\b/i.test(value));
  // RFC 9211 section 2: the parameter hit stands beside the name of each cache.
  const standard = headerLines(headers, 'Cache-Status').filter(([, value]) => /;\s?hit\b/i.test(value));
  return [...allowed, ...aged, ...hits, ...standard];
}

/** private="set-cookie" lets caches keep the response, but not the cookie (RFC 9111 section 5.2.2.7). */
const keepsCookieOut = (control: CacheControl): boolean =>
  isKeptPrivate(control) || /\bset-cookie\b/i.test(`${control.get('private') ?? ''} ${control.get('no-cache') ?? ''}`);

function judgeShared(answers: readonly Answer[]): Outcome {
  const setting = answers.filter((answer) => sessionCookies(answer).length > 0);
  if (setting.length === 0) return notApplicable('No session cookie is set');
  const places = new Map(setting.toReversed().map((answer) => [`${answer.url.origin}${answer.url.pathname}`, answer]));
  const findings = [...places.values()].toReversed().flatMap((answer) => {
    const control = parseCacheControl(answer.headers).value;
    const lines = keepsCookieOut(control) ? [] : sharedCacheLines(answer, control);
    if (lines.length === 0) return [];
    return [
      at(answer, {
        subject: answer.url.pathname,
        description:
          'A session cookie is set on a response that shared caches may store or did store: one visitor may get the session of another. Expected: Cache-Control: private or no-store wherever a session cookie is set.',
        evidence: quoteLines(answer, [...lines, ...sessionCookies(answer)]),
        confidence: 'firm' as const,
      }),
    ];
  });
  return failIfAny(
    findings,
    'A session cookie is set on a response for shared caches',
    'Session cookies are set on responses that no shared cache is told to keep',
  );
}

export const hdrCacheSharedCookie = defineCheck({
  id: 'hdr-cache-shared-cookie',
  title: 'Responses for shared caches set no session cookie',
  finding: 'Session cookie on a response that shared caches may store',
  cvss: vectors.contentInjection,
  cwe: [524],
  references: [
    'https://www.rfc-editor.org/rfc/rfc9111#section-7.3',
    'https://datatracker.ietf.org/doc/draft-ietf-httpbis-rfc6265bis/',
  ],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeShared),
});
