import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReference, type Reference, urlOfReference } from './reference.ts';

const pages: readonly [Reference, string][] = [
  ['RFC 9846', 'https://www.rfc-editor.org/rfc/rfc9846'],
  ['RFC 9846 section 4.5.1', 'https://www.rfc-editor.org/rfc/rfc9846#section-4.5.1'],
  ['CVE-2014-0160', 'https://nvd.nist.gov/vuln/detail/CVE-2014-0160'],
  ['BR #615-key-sizes', 'https://cabforum.org/working-groups/server/baseline-requirements/requirements/#615-key-sizes'],
  ['HTML semantics.html#meta-referrer', 'https://html.spec.whatwg.org/multipage/semantics.html#meta-referrer'],
  ['OWASP secure-headers/', 'https://owasp.org/www-project-secure-headers/'],
  ['W3C CSP3/#directive-frame-ancestors', 'https://www.w3.org/TR/CSP3/#directive-frame-ancestors'],
  ['https://weakdh.org/', 'https://weakdh.org/'],
];

test('each form of a reference gives the URL of its page', () => {
  for (const [reference, page] of pages) assert.equal(urlOfReference(reference), page);
});

test('every reference in the catalogue has a known form', () => {
  for (const [reference] of pages) assert.ok(isReference(reference), reference);
  assert.ok(isReference('RFC 9846 section F.1'));
});

const refused = [
  '',
  'RFC',
  'RFC 09846',
  'RFC9846',
  'RFC 9846, section 4',
  'RFC 9846 section four',
  'RFC 9846 section 4.',
  'CVE-2014',
  'CVE 2014-0160',
  'BR 615-key-sizes',
  'HTML semantics.html',
  'OWASP secure-headers',
  'W3C CSP3/ #directive',
  'NIST SP 800-52',
  'http://weakdh.org/',
  'https://',
  'https://weakdh.org/ and more',
  '<https://weakdh.org/>',
];

for (const text of refused) test(`"${text}" is rejected as a reference`, () => assert.ok(!isReference(text)));
