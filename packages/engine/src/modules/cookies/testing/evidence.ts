import { readCookieFacts } from '@perimeter/protocols/http/cookies/cookie-facts';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { rowTester, type Row } from '../../../catalogue/testing/rows.ts';
import { noCertificates } from '../../../evidence/certificates/example.ts';
import type { HttpExchange } from '../../../evidence/http/schema.ts';
import { answered, chained } from '../../derive/http/testing/evidence.ts';
import type { HstsEvidence } from '../../../evidence/site/visits/hsts.ts';
import type { SiteEvidence } from '../../derive/http/site.ts';

export const withCertificates = (evidence: SiteEvidence): HstsEvidence => ({
  ...evidence,
  certificates: noCertificates,
});

const type = 'Content-Type: text/html; charset=utf-8';

/** A response with these Set-Cookie lines, as the client hands it on. */
function setting(url: string, lines: readonly string[], more: readonly string[]): HttpExchange {
  const scheme = url.startsWith('https:') ? 'https' : 'http';
  const exchange = answered(url, [type, ...more], { url, body: '<!doctype html><title>x</title>' });
  return lines.length === 0
    ? exchange
    : { ...exchange, setCookies: lines.map((line) => readCookieFacts(line, scheme)) };
}

/** A site whose document sets these cookies; more: other header lines. */
export const cookiesAt = (url: string, lines: readonly string[], ...more: readonly string[]): HstsEvidence =>
  withCertificates(
    chained([setting(url, lines, more)], 'final', url.startsWith('https:') ? 'https-apex' : 'http-apex'),
  );

/** The same at https://site.lab/. */
export const set = (...lines: readonly string[]): HstsEvidence => cookiesAt('https://site.lab/', lines);

/** The same with HSTS for a year, for subdomains too. */
export const setUnderHsts = (...lines: readonly string[]): HstsEvidence =>
  cookiesAt('https://site.lab/', lines, 'Strict-Transport-Security: max-age=31536000; includeSubDomains');

export type CookieRow = Row<HstsEvidence>;
export const testCookieRows = rowTester((evidence: HstsEvidence) => evidence);

const words = fc.constantFrom('sid', 'csrf', 'BIGipServerpool', 'a', '__Host-x', '_ga', '', 'x'.repeat(300));
const values = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('eyJhbGciOiJub25lIn0.e30.', '{"role":1}'),
);
const attributes = fc.constantFrom(
  '',
  '; Secure',
  '; Domain=lab',
  '; SameSite=None',
  '; Max-Age=999999999',
  '; Path=/; Domain=site.lab',
);

/** Hostile cookies. */
export const hostileCookies = fc
  .array(fc.tuple(words, values, attributes), { maxLength: 80 })
  .map((lines) => set(...lines.map(([name, value, rest]) => `${name}=${value}${rest}`)));
