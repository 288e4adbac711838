import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gapTexts } from '../../evidence/gap-texts.data.ts';
import { nextSteps } from './next-steps.data.ts';
import { explained, nextStepOf } from './next-steps.ts';

const causes: readonly (readonly [cause: string, key: string])[] = [
  ['Port 25 is blocked on the network of this scanner, so mail servers cannot be reached', 'port-25'],
  ['port_53_blocked: name servers cannot be queried directly from here', 'port-53'],
  ['TXT _dmarc.example.com: timeout: The resolver did not answer in 3000 ms', 'name-servers'],
  ['No HTTP response was received (timeout: No answer within 10000 ms)', 'silence'],
  ['No HTTP response could be read (malformed: Message cannot be read: Status line)', 'unusable-answer'],
  [
    '/.env: the server sent an answer that cannot be used (malformed: Content-Encoding gzip is broken)',
    'unusable-answer',
  ],
  ['/.env: the server did not answer (timeout: No answer within 5000 ms)', 'silence'],
  ['/.env: the site limits requests', 'limited'],
  ['GET https://a.test/ was answered with status 429', 'limited'],
  ['https://a.test/ answered with status 403, not with the site', 'walled'],
  ['The table of routes cannot be used: line 3', 'old-list'],
  ['No table of routes is set (PERIMETER_ROUTES)', 'setting'],
  ['The list of libraries is outdated (2026-01-01): it does not show that none is known', 'old-list'],
  ['tls_intercepted: a proxy intercepts TLS on the way from the auditing machine', 'tls-intercepted'],
  ['Deep mode only', 'deep'],
  ['robots_txt: robots.txt of the site bars this audit', 'robots'],
  ['The server requires a client certificate to complete the handshake (TLSv1.2)', 'client-certificate'],
  ['TLS_KRB5_WITH_RC4_128_SHA is not supported here', 'unsupported-here'],
  ['exists:%{i}.example.com depends on the message', 'per-message'],
  ['A wildcard answers for every selector, so real keys cannot be distinguished', 'selectors'],
  ['STARTTLS failed, so the certificate was not seen', 'mail-server'],
  ['Internal error in this check', 'internal-error'],
  ['Two equal tries were answered differently', 'unlike'],
  ["The audit's 4000 DNS queries are used up", 'budget'],
  ['3 scripts of the site were not read', 'page'],
  ['No tls evidence: it was not collected', 'no-evidence'],
  ['The registry answered with status 500, which does not show whether the domain is registered', 'registration'],
  ['The mail server refuses this scanner with code 554: blocked', 'limited'],
  ['Every suite was refused', 'silence'],
];

for (const [cause, key] of causes) test(`"${cause}" leads to ${key}`, () => assert.equal(nextStepOf(cause)?.key, key));

test('the step follows the cause as a sentence of its own', () => {
  assert.equal(explained('Deep mode only'), 'Deep mode only. Run a deep audit.');
  assert.equal(
    explained('It ended. Why?'),
    'It ended. Why? Audit again. If this remains, send the report to the operator of the scanner.',
  );
});

test('keys are unique, and each row is the row of some cause', () => {
  assert.equal(new Set(nextSteps.map(({ key }) => key)).size, nextSteps.length);
  const met = new Set(
    [...causesOfModules(), ...Object.values(gapTexts), ...causes.map(([cause]) => cause)].map(
      (cause) => nextStepOf(cause)?.key,
    ),
  );
  assert.deepEqual(
    nextSteps.filter(({ key }) => !met.has(key)).map(({ key }) => key),
    [],
  );
});

// Codes of evidence whose texts say nothing by themselves, because steps and values stand in their places.
const withoutWords = new Set(['{0}', '{0} failed: {1}']);

test('every code for which something stays open has a step', () => {
  const left = Object.entries(gapTexts).filter(([, text]) => !withoutWords.has(text) && nextStepOf(text) === null);
  assert.deepEqual(left, []);
});

/** The texts in the calls of modules by which a check is inconclusive; those that come from evidence are tested by their codes. */
function causesOfModules(): string[] {
  const modules = path.resolve(import.meta.dirname, '../../modules');
  return (
    globSync('**/*.ts', { cwd: modules })
      .filter((file) => !/\.test\.ts$|testing/.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(modules, file), 'utf8').matchAll(
          /\b(?:inconclusive|unanswered)\(\s*(?:'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g,
        ),
      ])
      .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
      // What is left of a template that only joins other texts.
      .filter((text) => /[A-Za-z]{3}/.test(text.replace('the server', '')))
  );
}

test('every cause that a module words itself has a step', () => {
  assert.deepEqual(
    causesOfModules().filter((cause) => nextStepOf(cause) === null),
    [],
  );
});
