import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lively, meta, metaPage, sent } from './testing/policies.ts';
import { contentSecurityPolicy } from './module.ts';
import type { PageSiteEvidence } from '../../evidence/site/document/read-page.ts';

// Policies from real sites, with the checks that fail (CSP3) on a page with a script of its own and a form. Each policy
// is also written in equivalent ways, which must give the same result.

/** Checks that judge the contents of a policy. */
const cspChecks = contentSecurityPolicy.checks.filter(({ id }) => id.startsWith('csp-'));

const failing = (evidence: PageSiteEvidence): string[] =>
  cspChecks.flatMap(({ id, evaluate }) => (evaluate(evidence).outcome === 'fail' ? [id] : [])).toSorted();

const enforced = (policies: readonly string[]): PageSiteEvidence =>
  sent(...policies.map((policy) => `Content-Security-Policy: ${policy}`));

const nonce = "'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='";
const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Policies that CSP evaluators disagree about. */
const disputed: readonly (readonly [policies: readonly string[], fails: readonly string[]])[] = [
  [
    [`script-src ${nonce} 'strict-dynamic' 'unsafe-inline' https:; object-src 'none'; base-uri 'none'`],
    ['csp-form-action'],
  ],
  [["default-src 'self'"], ['csp-base-uri', 'csp-form-action']],
  [['default-src https:'], ['csp-base-uri', 'csp-form-action', 'csp-object-src', 'csp-wildcard-script']],
  [["frame-ancestors 'none'"], ['csp-script-unrestricted']],
  [['upgrade-insecure-requests'], ['csp-script-unrestricted']],
  [["require-trusted-types-for 'script'"], ['csp-script-unrestricted']],
  [
    ["default-src 'self'", "script-src * 'unsafe-inline'"],
    ['csp-base-uri', 'csp-form-action'],
  ],
  [
    ["default-src 'self'; style-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='; style-src-attr 'unsafe-inline'"],
    ['csp-base-uri', 'csp-form-action'],
  ],
  [
    ["Content-Security-Policy: default-src 'none'; script-src 'self'"],
    ['csp-base-uri', 'csp-form-action', 'csp-object-src', 'csp-syntax'],
  ],
  [["default-scr 'self'"], ['csp-unparsable']],
  [["script-src *; object-src 'none'; base-uri 'none'; form-action 'self', script-src 'self'"], []],
  [["default-src *; script-src 'self'; base-uri 'self'; form-action 'self'"], ['csp-object-src']],
  [["default-src 'none'; object-src *; base-uri 'none'; form-action 'none'"], []],
];

/** Directives that restrict everything but scripts. */
const rest = ["object-src 'none'", "base-uri 'none'", "form-action 'self'"];

/** Script directives to combine with those. */
const scripts: readonly (readonly [directives: string, ...fails: string[]])[] = [
  ["script-src 'none'"],
  ['script-src'],
  ["script-src 'self'"],
  ["script-src 'self' 'report-sample'"],
  ["default-src 'self'"],
  ['script-src https://static.example.org'],
  ['script-src ftp:'],
  ["script-src 'self' 'wasm-unsafe-eval'"],
  [`script-src ${nonce}`],
  [`script-src ${nonce} 'unsafe-inline'`],
  [`script-src ${nonce} 'strict-dynamic' https: 'unsafe-inline'`],
  [`script-src ${hash} 'unsafe-inline'`],
  [`script-src ${hash} 'unsafe-hashes'`],
  ["script-src 'unsafe-inline'", 'csp-unsafe-inline'],
  ["default-src 'self' 'unsafe-inline'", 'csp-unsafe-inline'],
  ["script-src 'unsafe-inline' *", 'csp-unsafe-inline', 'csp-wildcard-script'],
  [
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' https:",
    'csp-unsafe-eval',
    'csp-unsafe-inline',
    'csp-wildcard-script',
  ],
  ["script-src 'self' 'unsafe-eval'", 'csp-unsafe-eval'],
  ['script-src *', 'csp-wildcard-script'],
  ['script-src https:', 'csp-wildcard-script'],
  ['script-src http:', 'csp-http-source', 'csp-wildcard-script'],
  ['script-src data:', 'csp-wildcard-script'],
  ["script-src 'self' blob:", 'csp-wildcard-script'],
  ['script-src *.com', 'csp-wildcard-script'],
  ['script-src https://*.co.uk', 'csp-wildcard-script'],
  [`script-src ${nonce} https:`, 'csp-wildcard-script'],
  ['script-src https://*.github.io', 'csp-allowlist-bypass'],
  ["script-src 'self' https://cdn.jsdelivr.net", 'csp-allowlist-bypass'],
  [`script-src ${nonce} 'strict-dynamic' https://cdn.jsdelivr.net`],
  ['script-src http://static.example.org', 'csp-http-source'],
  ["script-src 'nonce-abc'", 'csp-nonce-weak'],
  ["script-src 'strict-dynamic'", 'csp-strict-dynamic-orphan'],
  ["script-src 'strict-dynamic' 'unsafe-inline' https:", 'csp-strict-dynamic-orphan'],
  ['script-src self', 'csp-syntax'],
  ['script-src unsafe-inline', 'csp-syntax'],
  ["script-src 'none' 'self'", 'csp-syntax'],
  ["script-src 'self' 'nonce-'", 'csp-syntax'],
  ["script-src 'unsafe-inline' 'nonce-'", 'csp-syntax', 'csp-unsafe-inline'],
  ["script-src 'unsafe-inline' 'sha256-!'", 'csp-syntax', 'csp-unsafe-inline'],
  ["script-src-elem 'self'", 'csp-unsafe-eval', 'csp-unsafe-inline'],
  ["script-src-attr 'none'", 'csp-unsafe-eval', 'csp-unsafe-inline', 'csp-wildcard-script'],
  ["script-src 'unsafe-inline'; script-src-attr 'none'", 'csp-unsafe-inline'],
  ["script-src 'self'; script-src-attr 'unsafe-inline'", 'csp-unsafe-inline'],
  ["script-src *; script-src-elem 'self'"],
];

/** Only nonces and hashes are case-sensitive in these policies. */
const upper = (directive: string): string =>
  directive.replaceAll(/\S+/g, (word) => (/^'(?:nonce|sha)/.test(word) ? word : word.toUpperCase()));
const backwards = (directive: string): string => {
  const [name = '', ...sources] = directive.split(' ');
  return [name, ...sources.toReversed()].join(' ');
};

type Writing = (directives: readonly string[]) => readonly string[];

const writings: Readonly<Record<string, Writing>> = {
  'as it is': (all) => [all.join('; ')],
  'in capitals': (all) => [all.map(upper).join('; ')],
  'in reverse order': (all) => [all.toReversed().join('; ')],
  'with sources in reverse order': (all) => [all.map(backwards).join('; ')],
  'with other white space': (all) => [`\t;${all.map((one) => one.replaceAll(' ', ' \t ')).join(' ;;\t')} ; `],
  'sent twice': (all) => [all.join('; '), all.join('; ')],
  'twice in one line': (all) => [`${all.join('; ')}, ${all.join('; ')}`],
  'beside a policy that says nothing of it': (all) => ["frame-ancestors 'self'", all.join(';')],
};

for (const [policies, fails] of disputed) {
  test(`${policies.join(' and ')} fails ${fails.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(failing(enforced(policies)), fails);
  });
}

for (const [directives, ...fails] of scripts) {
  const all = [...directives.split('; '), ...rest];
  for (const [how, write] of Object.entries(writings)) {
    test(`${directives}, ${how}, fails ${fails.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(failing(enforced(write(all))), fails);
    });
  }
  test(`${directives} in a meta element fails ${fails.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(failing(metaPage(meta(all.join('; ')), lively)), fails);
  });
  test(`a report-only ${directives} is one fault, and so is its absence`, () => {
    assert.deepEqual(failing(sent(`Content-Security-Policy-Report-Only: ${all.join('; ')}`)), ['csp-report-only']);
    assert.deepEqual(failing(sent(`X-Content-Security-Policy: ${all.join('; ')}`)), ['csp-missing']);
  });
  test(`${directives} repeated: the first counts`, () => {
    const again = all.map((one) => `${one.split(' ')[0]} * 'unsafe-inline'`);
    assert.deepEqual(
      failing(enforced([[...all, ...again].join('; ')])),
      [...new Set([...fails, 'csp-syntax'])].toSorted(),
    );
  });
}
