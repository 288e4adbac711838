import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { type AuditEvidence, readEvidence } from '../../../evidence/evidence.ts';
import type { HttpExchange, HttpResponse } from '../../../evidence/http/schema.ts';
import type { JudgedCheck } from '../../../scoring/coverage.ts';
import { policy } from '../../../scoring/policy.data.ts';
import { scoreAudit } from '../../../scoring/score.ts';
import { evaluatePhase, toJudged } from '../../evaluate.ts';
import { evidencePath } from '../../golden.ts';
import { planPhases } from '../../plan.ts';

// An ineffective or weak header weighs no more than a missing one, and its findings are no more severe: removing it
// must never raise the score. Excluded are harmful values, which open what is closed without the header:
// Referrer-Policy: unsafe-url, Permissions-Policy: camera=*, frame-ancestors * beside X-Frame-Options.

/** Faulty values that servers send for each header. */
const bad: Readonly<Record<string, readonly string[]>> = {
  'Strict-Transport-Security': [
    'max-age=x',
    'max-age',
    'max-age=0',
    'max-age=1',
    'max-age=86400; preload',
    'max-age=31536000; preload',
    'max-age=31536000; a; a',
    'max-age=31536000; includeSubDomains=1',
    'includeSubDomains',
    ';max-age=31536000',
    'max-age=1;; includeSubDomains',
  ],
  'X-Frame-Options': ['ALLOW-FROM https://a.lab/', 'ALLOWALL', 'DENY, SAMEORIGIN', 'DENY SAMEORIGIN', '"DENY"'],
  'X-Content-Type-Options': ['sniff', 'nosniff\ufffd', 'nosniff;', 'x, nosniff', '"nosniff"'],
  'Content-Security-Policy': [
    'script-src *',
    "default-src 'unsafe-inline' https:",
    "script-src 'strict-dynamic'",
    "script-src 'nonce-a'",
    'upgrade-insecure-requests',
    "script-src-attr 'none'",
    'img-src http:',
  ],
  'Content-Security-Policy-Report-Only': ["default-src 'self'"],
  'Referrer-Policy': [
    'origin',
    'origin-when-cross-origin',
    'strict',
    'strict, whimsy',
    'no referrer',
    '"no-referrer"',
    'never',
  ],
  'Permissions-Policy': ["camera 'none'; usb 'none'", 'camera=none', 'camera=(', 'Camera=()', 'camera'],
  'Feature-Policy': ["camera 'none'", 'camera *'],
  'Cross-Origin-Opener-Policy': [
    'sameorigin',
    'Same-Origin',
    '"same-origin"',
    'same-origin, same-origin',
    'unsafe-none',
  ],
  'Cross-Origin-Embedder-Policy': ['required', 'Require-Corp', '"require-corp"', 'unsafe-none'],
  'Cross-Origin-Resource-Policy': ['all', 'Same-Origin', '"same-origin"', 'same-origin; a', 'cross-origin'],
  'Origin-Agent-Cluster': ['1', 'true', '?2'],
  'X-XSS-Protection': ['1', '1; mode=block'],
  'Expect-CT': ['max-age=0', 'enforce'],
  'Public-Key-Pins': ['max-age=0', 'pin-sha256="x"', 'max-age=1'],
  'Cache-Control': ['no store', 'max-age', 'max-age=x', 'private=', 'must-revalidate'],
  'Clear-Site-Data': ['cache', '"cach"'],
  'Access-Control-Allow-Origin': ['null, *', '*.a.lab', 'https://a.lab, https://b.lab'],
  'Access-Control-Allow-Credentials': ['True', '1'],
  'Timing-Allow-Origin': ['https://a.lab'],
  'Reporting-Endpoints': ['default=x', 'default="http://a.lab/"'],
  'Report-To': ['{"group":"a"}'],
  NEL: ['{"report_to":"b"}'],
  'Integrity-Policy': ['blocked-destinations=(style)'],
  'Alt-Svc': ['h3', 'clear', 'h9=":443"'],
  'X-Permitted-Cross-Domain-Policies': ['none'],
  'Document-Policy': ['?0'],
  'WWW-Authenticate': ['Basic'],
  Refresh: ['soon'],
  'Set-Cookie': ['=a', 'sid\ufffd=a', '; Secure'],
};

/** Meaningless values. */
const garbage = ['', '0', 'x', '"', ',', ';=', '*;', '\ufffd', '{"a":1}', 'ünicode'];

type Change = (response: HttpResponse) => HttpResponse;

function changed(evidence: AuditEvidence, change: Change): AuditEvidence {
  const { http } = evidence;
  assert.ok(http !== undefined);
  const exchanges = http.exchanges.map((one): HttpExchange => {
    if (!one.result.ok) return one;
    const response = change(one.result.response);
    const scheme = one.url.startsWith('https:') ? 'https' : 'http';
    const lines = response.headers.filter(([name]) => name.toLowerCase() === 'set-cookie');
    const setCookies = lines.map(([, line]) => readCookieFacts(line, scheme));
    return { ...one, result: { ok: true, response }, setCookies };
  });
  return { ...evidence, http: { ...http, exchanges } };
}

const isHtml = ({ headers }: HttpResponse): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('text/html'));

/** The site with one line of a header on every page, or none. */
const withLine = (evidence: AuditEvidence, name: string, value: string | null): AuditEvidence =>
  changed(evidence, (response) => ({
    ...response,
    headers: [
      ...response.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()),
      ...(value === null ? [] : [[name, value] satisfies [string, string]]),
    ],
  }));

const goldenOf = (site: string): AuditEvidence => readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));
const good = goldenOf('good.lab');
const { page } = good;
assert.ok(page !== undefined);

/** Pages of several kinds, by what they are. */
export const pagesWithHeaders: Readonly<Record<string, AuditEvidence>> = {
  'a strict page': good,
  'a weak page': goldenOf('bad.lab'),
  'an API': withLine({ ...good, page: { ...page, documents: [] } }, 'Content-Type', 'application/json'),
  'an error page': changed(good, (response) =>
    isHtml(response) ? { ...response, status: 404, reason: 'Not Found' } : response,
  ),
  'a page without other headers': changed(good, (response) => ({
    ...response,
    headers: response.headers.filter(([name]) => /^(?:content-type|location)$/i.test(name)),
  })),
};

const phases = planPhases('standard').filter(({ module }) => module.category === 'http_security');

/** Checks of other categories, all passed. */
const elsewhere: readonly JudgedCheck[] = (['tls', 'dns_email', 'network'] as const).map((category) => ({
  id: `other-${category}`,
  title: '',
  category,
  outcome: 'pass',
  weight: 100,
  instances: [],
}));

interface Worth {
  total: number;
  http: number;
  /** The highest CVSS score of each check that fails. */
  failed: ReadonlyMap<string, number>;
}

function worthOf(evidence: AuditEvidence): Worth {
  const judged = phases.flatMap((phase) =>
    toJudged(evaluatePhase(phase, evidence, (where, error) => assert.fail(`${where}: ${String(error)}`))),
  );
  const scored = scoreAudit([...elsewhere, ...judged], policy);
  assert.ok(scored.sufficient);
  const failed = judged.filter(({ outcome }) => outcome === 'fail');
  return {
    total: scored.score.total,
    http: scored.score.categories.http_security,
    failed: new Map(failed.map(({ id, instances }) => [id, Math.max(...instances.map(({ cvss }) => cvss))])),
  };
}

const groupOf = (id: string): readonly string[] => policy.groups.find((group) => group.includes(id)) ?? [];

/** The most severe finding that only one of two sites has; for checks with one root cause, that root counts as present. */
function severestOnlyIn(one: Worth, other: Worth): number {
  const own = [...one.failed].filter(
    ([id, cvss]) => ![id, ...groupOf(id)].some((related) => (other.failed.get(related) ?? 0) >= cvss),
  );
  return Math.max(0, ...own.map(([, cvss]) => cvss));
}

function assertNoDearer(none: Worth, some: Worth, value: string): void {
  const pair = JSON.stringify({ value, none: [none.http, ...none.failed], some: [some.http, ...some.failed] });
  assert.ok(some.http >= none.http && some.total >= none.total, pair);
  assert.ok(severestOnlyIn(some, none) <= severestOnlyIn(none, some), pair);
}

/** Tests on one of the pages that faulty and meaningless values weigh no more than a missing header. */
export function testBadValues(base: string, runs: number): void {
  const evidence = pagesWithHeaders[base] ?? assert.fail(base);
  const nones = new Map(Object.keys(bad).map((name) => [name, worthOf(withLine(evidence, name, null))]));
  test(`on ${base}, no faulty header value weighs more than a missing header`, () => {
    for (const [name, none] of nones)
      for (const value of bad[name] ?? [])
        assertNoDearer(none, worthOf(withLine(evidence, name, value)), `${name}: ${value}`);
  });

  test(`on ${base}, no meaningless header value weighs more than a missing header`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...nones), fc.constantFrom(...garbage), ([name, none], value) =>
        assertNoDearer(none, worthOf(withLine(evidence, name, value)), `${name}: ${value}`),
      ),
      { numRuns: runs },
    );
  });
}

/** Attributes with unknown values; a cookie rejected because of one is another fault (cookie-rejected). */
const attributes = [
  'SameSite',
  'SameSite=',
  'SameSite=x',
  'SameSite=0',
  'Max-Age=x',
  'Expires=x',
  'Path=x',
  'Priority=x',
  'x=y',
];

/** Tests that faulty attributes of cookies weigh no more than missing ones, beside these others. */
export function testBadAttributes(others: readonly string[]): void {
  test('no faulty cookie attribute weighs more than a missing one', () => {
    for (const cookie of [
      'sid=0123456789abcdef',
      'lang=de',
      'csrftoken=0123456789',
      '__Host-sid=0123456789; Path=/; Secure',
    ])
      for (const rest of others) {
        const none = worthOf(withLine(good, 'Set-Cookie', `${cookie}${rest}`));
        for (const attribute of attributes.filter((one) => !(cookie.startsWith('__') && one.startsWith('Path')))) {
          const line = `${cookie}${rest}; ${attribute}`;
          assertNoDearer(none, worthOf(withLine(good, 'Set-Cookie', line)), line);
        }
      }
  });
}
