/** Security headers with a single value, and how browsers treat several. CSP policies combine, so CSP is not listed. */
export const singleHeaders: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'browsers use only the first line (RFC 6797 section 8.1)',
  'X-Content-Type-Options': 'browsers use only the first value',
  'X-Frame-Options': 'browsers block every frame, or none if no value is valid',
  'Referrer-Policy': 'browsers use only the last known value',
  'Content-Type': 'browsers use only the last valid value',
  'Cross-Origin-Opener-Policy': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Cross-Origin-Embedder-Policy': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Cross-Origin-Resource-Policy': 'two values match no keyword, so browsers ignore both',
  'Origin-Agent-Cluster': 'two values are invalid as an item, so browsers ignore both (RFC 9651 section 4.2)',
  'Access-Control-Allow-Origin': 'two values match no origin, so browsers block every cross-origin read',
  'Access-Control-Allow-Credentials': 'two values are not "true", so browsers reject credentials',
};

/** Headers that browsers ignore by now, and their replacements. */
export const obsoleteHeaders: ReadonlyMap<string, string> = new Map([
  ['public-key-pins', 'browsers removed HPKP; use Certificate Transparency and CAA instead'],
  ['public-key-pins-report-only', 'browsers removed HPKP; use Certificate Transparency and CAA instead'],
  ['expect-ct', 'browsers require Certificate Transparency for every certificate'],
  [
    'x-xss-protection',
    'browsers removed the XSS filter, and in old browsers it can be abused; use Content-Security-Policy instead',
  ],
  ['feature-policy', 'use Permissions-Policy instead, with its new syntax'],
  ['x-webkit-csp', 'use Content-Security-Policy instead'],
  ['x-content-security-policy', 'use Content-Security-Policy instead'],
  ['p3p', 'no browser supports it'],
]);

/** Headers of debugging tools, with the tool's name. */
export const debugHeaders: ReadonlyMap<string, string> = new Map([
  ['x-debug-token', 'Symfony Profiler'],
  ['x-debug-token-link', 'Symfony Profiler'],
  ['x-chromelogger-data', 'ChromeLogger'],
  ['x-chromephp-data', 'ChromePHP'],
  ['x-clockwork-id', 'Clockwork'],
  ['x-clockwork-version', 'Clockwork'],
  ['x-sourcefiles', 'Visual Studio'],
]);
