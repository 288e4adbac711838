import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../testing/random.ts';
import { attack } from '../csp/attack.ts';
import { parseCsp } from '../csp/parse.ts';
import { parseFraming } from './framing.ts';

const csp = (value: string) => ['Content-Security-Policy', value] as const;
const xfo = (value: string) => ['X-Frame-Options', value] as const;

const cases: [name: string, lines: (readonly [string, string])[], decidedBy: string, restricted: boolean][] = [
  ['nothing', [], 'nothing', false],
  ['X-Frame-Options: DENY', [xfo('DENY')], 'x-frame-options', true],
  ['X-Frame-Options: ALLOW-FROM', [xfo('ALLOW-FROM https://a.example')], 'nothing', false],
  ['two contradicting X-Frame-Options', [xfo('DENY'), xfo('SAMEORIGIN')], 'x-frame-options', true],
  ["frame-ancestors 'none'", [csp("frame-ancestors 'none'")], 'frame-ancestors', true],
  ['an empty frame-ancestors', [csp('frame-ancestors')], 'frame-ancestors', true],
  ['frame-ancestors with a host', [csp("frame-ancestors 'self' https://*.example.com")], 'frame-ancestors', true],
  ['frame-ancestors *', [csp('frame-ancestors *')], 'frame-ancestors', false],
  ['frame-ancestors https:', [csp("frame-ancestors 'self' https:")], 'frame-ancestors', false],
  ['frame-ancestors https://*', [csp('frame-ancestors https://*')], 'frame-ancestors', false],
  ['frame-ancestors *:*', [csp('frame-ancestors *:*')], 'frame-ancestors', false],
  [
    'frame-ancestors *:8443, a port that anyone can listen on',
    [csp('frame-ancestors *:8443')],
    'frame-ancestors',
    false,
  ],
  ['frame-ancestors http:, which https sites match', [csp('frame-ancestors HTTP:')], 'frame-ancestors', false],
  ['a wildcard below a public suffix', [csp("frame-ancestors 'self' *.com")], 'frame-ancestors', false],
  ['a wildcard below a suffix of two labels', [csp('frame-ancestors https://*.co.uk')], 'frame-ancestors', false],
  ['a wildcard below a registered name', [csp('frame-ancestors *.example.com')], 'frame-ancestors', true],
  ['data:, which no parent has', [csp('frame-ancestors data:')], 'frame-ancestors', true],
  [
    'two policies with wildcards that share no site',
    [csp('frame-ancestors *.com'), csp('frame-ancestors *.net')],
    'frame-ancestors',
    true,
  ],
  [
    'frame-ancestors * beside DENY, which is then skipped',
    [csp('frame-ancestors *'), xfo('DENY')],
    'frame-ancestors',
    false,
  ],
  ['two policies, one of them strict', [csp("frame-ancestors *, frame-ancestors 'self'")], 'frame-ancestors', true],
  ['a policy without frame-ancestors beside DENY', [csp("default-src 'self'"), xfo('DENY')], 'x-frame-options', true],
  ['a default-src, which is not a fallback', [csp("default-src 'none'")], 'nothing', false],
  ['a policy that only reports', [['Content-Security-Policy-Report-Only', "frame-ancestors 'none'"]], 'nothing', false],
];

for (const [name, lines, decidedBy, restricted] of cases) {
  test(`${name} ${restricted ? 'keeps' : 'does not keep'} other sites from framing`, () => {
    const framing = parseFraming(lines);
    assert.equal(framing.decidedBy, decidedBy);
    assert.equal(framing.restricted, restricted);
  });
}

const sources = fc.constantFrom(
  ..."'self' 'none' * https: http: data: *.com https://*.co.uk *.github.io *.example.com *.net:* com https://a.example *:8443 *. self".split(
    ' ',
  ),
);

test('the header table and the questions to the policy judge framing alike', () => {
  const policy = fc.array(sources, { maxLength: 4 }).map((list) => csp(`frame-ancestors ${list.join(' ')}`));
  fc.assert(
    fc.property(fc.array(policy, { minLength: 1, maxLength: 3 }), (lines) => {
      const { questions } = attack(parseCsp(lines), { url: 'https://www.site.example/a', attacker: 'z9.example' });
      const question = questions.find(({ id }) => id === 'framed-by-any-host');
      assert.equal(parseFraming(lines).restricted, question?.open === false);
    }),
    { numRuns: 1_000 },
  );
});
