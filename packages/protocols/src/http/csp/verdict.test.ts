import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attack } from './attack.ts';
import { documentPolicies, enforcedPolicies, type PlacedPolicy } from './document-policies.ts';
import { type CspLevel, cspLevel } from './level.ts';
import { hasKnownDirective, syntaxProblems, type SyntaxCode } from './syntax.ts';
import { parseCspPolicy } from './parse.ts';
import { judgeDirectives } from './verdict.ts';

const options = { url: 'https://site.example/', attacker: 'x7f3.example' };
const judged = (lines: readonly (readonly [string, string])[], metas: readonly PlacedPolicy[] = []): string[] => {
  const policies = documentPolicies(lines, metas);
  return judgeDirectives(policies, attack(enforcedPolicies(policies), options)).map(({ name, judged }) => {
    if (judged.verdict === 'absent') return `${name}: absent, ${judged.fallsBackTo ?? 'open'}`;
    const why = judged.verdict === 'holds' ? judged.notes : [judged.why].flat();
    return [`${name}: ${judged.verdict}`, ...why].join(' ');
  });
};
const header = (value: string): string[] => judged([['Content-Security-Policy', value]]);
const rest = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";
const restHolds = ['object-src', 'base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name}: holds`);

const verdicts: [value: string, first: string][] = [
  ["script-src 'self'", 'script-src: holds'],
  ["script-src 'unsafe-inline' https:", 'script-src: weak unsafe-inline any-host'],
  ["script-src 'self' data:", 'script-src: weak any-scheme'],
  ["script-src 'self' 'unsafe-eval'", 'script-src: weak unsafe-eval'],
  ["script-src 'self' 'wasm-unsafe-eval'", 'script-src: weak wasm-unsafe-eval'],
  ['script-src accounts.google.com', 'script-src: weak bypass-host'],
  ["script-src 'nonce-abc'", 'script-src: weak short-nonce'],
  ["script-src 'sha256-abc=' 'unsafe-hashes'", 'script-src: weak unsafe-hashes'],
  ["script-src 'self' 'nonce-'", 'script-src: holds invalid-tokens'],
  ["script-src 'strict-dynamic'", 'script-src: broken strict-dynamic-orphan'],
  ["script-src 'self' 'unsafe-hashes'", 'script-src: holds'],
  ["script-src 'self' ws: wss:", 'script-src: holds'],
];
for (const [value, first] of verdicts) {
  test(`"${value}" gives ${first}`, () => assert.deepEqual(header(`${value}; ${rest}`), [first, ...restHolds]));
}

const governed: [value: string, ...verdicts: string[]][] = [
  ["default-src 'nonce-abc' 'strict-dynamic'; script-src 'self'", 'default-src: holds', 'script-src: holds'],
  ["default-src 'strict-dynamic'; script-src 'self'", 'default-src: holds', 'script-src: holds'],
  ["script-src 'strict-dynamic'; script-src-elem 'self'", 'script-src: holds', 'script-src-elem: holds'],
  ["script-src 'self'; script-src-attr 'strict-dynamic'", 'script-src: holds', 'script-src-attr: holds'],
  ["script-src 'nonce-abc'; script-src-elem 'self'", 'script-src: holds', 'script-src-elem: holds'],
  [
    "script-src 'self'; script-src-attr 'sha256-abc=' 'unsafe-hashes'",
    'script-src: holds',
    'script-src-attr: weak unsafe-hashes',
  ],
  [
    "default-src https://cdn.example 'nonce-0123456789abcdefABCDEF' 'strict-dynamic' 'unsafe-inline'",
    'default-src: holds unsafe-inline-overridden',
  ],
];
for (const [value, ...expected] of governed) {
  test(`"${value}" is judged by what decides about scripts`, () => {
    assert.deepEqual(header(`${value}; ${rest}`), [
      ...expected,
      ...restHolds,
      ...(/(?:^|; )script-src /.test(value) ? [] : ['script-src: absent, default-src']),
    ]);
  });
}

test("'an absent directive is reported with its fallback'", () => {
  assert.deepEqual(header("default-src 'self'"), [
    'default-src: holds',
    'script-src: absent, default-src',
    'object-src: absent, default-src',
    'base-uri: absent, open',
    'form-action: absent, open',
    'frame-ancestors: absent, open',
  ]);
});

test('what counts for nothing says why', () => {
  assert.deepEqual(
    judged(
      [
        [
          'Content-Security-Policy',
          "script-src 'self'; object-src 'none'; form-action 'self'; plugin-types x/y; made-up *",
        ],
        ['Content-Security-Policy-Report-Only', "script-src 'none'"],
      ],
      [{ text: "frame-ancestors 'none'; base-uri 'none'", placedBefore: 'scripts' }],
    ),
    [
      'script-src: holds',
      'object-src: holds',
      'form-action: holds',
      'plugin-types: ignored deprecated',
      'made-up: ignored unknown',
      'base-uri: holds',
      'frame-ancestors: ignored header-only',
      'script-src: ignored report-only',
      'frame-ancestors: absent, open',
    ],
  );
});

const levels: [level: CspLevel, ...lines: (readonly [string, string])[]][] = [
  ['none'],
  ['none', ['Content-Security-Policy', "img-src 'self'"]],
  ['report-only', ['Content-Security-Policy-Report-Only', "script-src 'self'"]],
  ['hosts', ['Content-Security-Policy', "script-src 'self'"]],
  ['hosts', ['Content-Security-Policy', "script-src 'nonce-abc' https:"]],
  ['nonce-hash', ['Content-Security-Policy', "script-src 'nonce-abc' 'self'"]],
  ['nonce-hash', ['Content-Security-Policy', "script-src 'nonce-abc' 'strict-dynamic'"]],
  [
    'strict',
    ['Content-Security-Policy', "script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'; base-uri 'none'"],
  ],
  ['strict', ['Content-Security-Policy', "default-src 'none'; base-uri 'none'"]],
  ['strict', ['Content-Security-Policy', "script-src 'sha256-abc='; object-src 'none'; base-uri 'self'"]],
  ['nonce-hash', ['Content-Security-Policy', "script-src 'nonce-abc' 'self'; object-src 'none'; base-uri 'none'"]],
  [
    'hosts',
    ['Content-Security-Policy', "default-src 'nonce-abc'; script-src 'self'; object-src 'none'; base-uri 'none'"],
  ],
  [
    'strict-trusted-types',
    [
      'Content-Security-Policy',
      "script-src 'nonce-abc'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'",
    ],
  ],
];
for (const [level, ...lines] of levels) {
  test(`the level of ${lines.map(([, value]) => `"${value}"`).join(', ') || 'no policy'} is ${level}`, () => {
    const policies = documentPolicies(lines);
    assert.equal(cspLevel(policies, attack(enforcedPolicies(policies), options)), level);
  });
}

test('a policy without any directive that browsers know is told apart', () => {
  const known = (text: string): boolean => hasKnownDirective(parseCspPolicy(text));
  assert.deepEqual(
    ["defa; scripts-src 'self'", "Content-Security-Policy: default-src 'self'", 'upgrade-insecure-requests'].map(known),
    [false, false, true],
  );
});

const syntax: [policy: string, ...codes: SyntaxCode[]][] = [
  ["script-src 'self' https://cdn.example; report-to x; sandbox allow-scripts"],
  ['script-src self', 'unquoted-keyword'],
  ['script-src none', 'unquoted-keyword'],
  ['script-src nonce-abcdef', 'unquoted-keyword'],
  ["script-src 'none' https:", 'none-with-others'],
  ["script-src 'self' object-src 'none'", 'missing-semicolon', 'none-with-others'],
  ["scripts-src 'self'", 'unknown-directive'],
  ['block-all-mixed-content', 'deprecated-directive'],
  ["content-security-policy: default-src 'self'", 'header-name-in-value'],
  ['img-src a; img-src b', 'repeated-directive'],
  ['img-src é', 'not-ascii'],
  [
    "script-src 'sha256-a''sha256-b' 'nonce-' 'unsafe' //x",
    'malformed-hash',
    'malformed-nonce',
    'unknown-keyword',
    'malformed-host',
  ],
];
for (const [policy, ...codes] of syntax) {
  test(`the syntax of "${policy}": ${codes.join(', ') || 'nothing to say'}`, () => {
    assert.deepEqual(
      syntaxProblems(parseCspPolicy(policy)).map(({ code }) => code),
      codes,
    );
  });
}
