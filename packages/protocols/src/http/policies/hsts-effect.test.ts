import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveHsts, preloadEligibility, type PreloadQuestion, type PreloadRule } from './hsts-effect.ts';

const policy = (maxAgeSeconds: number, includeSubDomains: boolean) => ({
  maxAgeSeconds,
  includeSubDomains,
  preload: false,
});

test('a host has its own policy, or that of an ancestor that includes it', () => {
  const met = new Map([
    ['site.example', policy(60, true)],
    ['bare.example', policy(60, false)],
    ['off.site.example', policy(0, true)],
    ['own.bare.example', policy(60, false)],
  ]);
  assert.equal(effectiveHsts('site.example', met)?.from, 'site.example');
  assert.equal(effectiveHsts('a.b.site.example', met)?.from, 'site.example');
  assert.equal(effectiveHsts('off.site.example', met)?.from, 'site.example');
  assert.equal(effectiveHsts('www.bare.example', met), null);
  assert.equal(effectiveHsts('own.bare.example', met)?.from, 'own.bare.example');
  assert.equal(effectiveHsts('badsite.example', met), null);
});

const header = (value: string) => [['Strict-Transport-Security', value]] as const;
const eligible: PreloadQuestion = {
  domain: 'site.example',
  certificate: true,
  www: true,
  http: { state: 'redirect', location: 'https://site.example/' },
  lines: header('max-age=31536000; includeSubDomains; preload'),
};
const broken = (change: Partial<PreloadQuestion>): PreloadRule[] => {
  const verdict = preloadEligibility({ ...eligible, ...change });
  return (Object.keys(verdict) as PreloadRule[]).filter((rule) => verdict[rule] !== 'held');
};

const rules: [name: string, change: Partial<PreloadQuestion>, broken: PreloadRule[]][] = [
  ['everything', {}, []],
  ['port 80 closed', { http: { state: 'closed' } }, []],
  ['no www', { www: 'absent' }, []],
  ['a longer age', { lines: header('max-age=63072000; includeSubDomains; preload') }, []],
  [
    'a name below the registrable one',
    { domain: 'www.site.example', http: { state: 'closed' } },
    ['registrable-domain'],
  ],
  ['a public suffix', { domain: 'co.uk', http: { state: 'closed' } }, ['registrable-domain']],
  ['an untrusted chain', { certificate: false }, ['certificate']],
  ['an untrusted chain of www', { www: false }, ['www-certificate']],
  ['a page on port 80', { http: { state: 'answered' } }, ['http-redirect']],
  [
    'a redirect to www first',
    { http: { state: 'redirect', location: 'https://www.site.example/' } },
    ['http-redirect'],
  ],
  ['a redirect within http', { http: { state: 'redirect', location: '/x' } }, ['http-redirect']],
  ['a redirect to nowhere', { http: { state: 'redirect', location: 'https://[' } }, ['http-redirect']],
  [
    'two headers',
    { lines: [...header('max-age=31536000; includeSubDomains; preload'), ...header('max-age=1')] },
    ['one-header'],
  ],
  ['a short age', { lines: header('max-age=31535999; includeSubDomains; preload') }, ['max-age']],
  ['no subdomains', { lines: header('max-age=31536000; preload') }, ['include-subdomains']],
  ['no consent', { lines: header('max-age=31536000; includeSubDomains') }, ['preload']],
  ['no header', { lines: [] }, ['one-header', 'max-age', 'include-subdomains', 'preload']],
  ['a void header', { lines: header('max-age=x; preload') }, ['max-age', 'include-subdomains', 'preload']],
];
for (const [name, change, expected] of rules) {
  test(`${name}: ${expected.length === 0 ? 'eligible' : `broken is ${expected.join(', ')}`}`, () => {
    assert.deepEqual(broken(change), expected);
  });
}

test('what was not seen is unknown, not broken', () => {
  const verdict = preloadEligibility({ domain: 'site.example', certificate: null, www: null, http: null, lines: null });
  assert.deepEqual(Object.values(verdict), ['held', ...Array.from({ length: 7 }, () => 'unknown')]);
});
