import assert from 'node:assert/strict';
import { test } from 'node:test';
import { corsGrant, type CorsAnswer, type CorsVariant, judgeCors, judgePreflight } from './cors.ts';

const origins: Readonly<Record<CorsVariant, string>> = {
  random: 'https://x7f3.example',
  null: 'null',
  suffix: 'https://site.example.x7f3.example',
  prefix: 'https://xsite.example',
  http: 'http://site.example',
};
type Lines = readonly (readonly [string, string])[];
type Server = (origin: string) => Lines;

const answers = (server: Server, status = 200): CorsAnswer[] =>
  (Object.keys(origins) as CorsVariant[]).map((variant) => ({
    variant,
    origin: origins[variant],
    status,
    lines: server(origins[variant]),
  }));
const faults = (server: Server, baseline: Lines = [], status = 200): string[] =>
  judgeCors(baseline, answers(server, status)).map(({ fault, isDocument }) =>
    isDocument ? fault : `${fault} (no document)`,
  );

const credentials = ['Access-Control-Allow-Credentials', 'true'] as const;
const vary = ['Vary', 'Accept, origin'] as const;
const allow = (origin: string): Lines => [['Access-Control-Allow-Origin', origin], vary];
const only =
  (test: (origin: string) => boolean, ...more: Lines): Server =>
  (origin) =>
    test(origin) ? [...allow(origin), ...more] : [vary];

const servers: [name: string, server: Server, expected: string[], baseline?: Lines, status?: number][] = [
  ['no CORS', () => [], []],
  ['a star', () => [['Access-Control-Allow-Origin', '*']], [], [['Access-Control-Allow-Origin', '*']]],
  [
    'a star with credentials',
    () => [['Access-Control-Allow-Origin', '*'], credentials],
    ['star-with-credentials'],
    [['Access-Control-Allow-Origin', '*'], credentials],
  ],
  ['one friend', () => allow('https://friend.example'), [], allow('https://friend.example')],
  ['an echo', only(() => true), ['reflects']],
  ['an echo without Vary', (origin) => [['Access-Control-Allow-Origin', origin]], ['reflects', 'no-vary']],
  ['an echo with credentials', only(() => true, credentials), ['reflects-with-credentials']],
  [
    'an echo with credentials on an error',
    only(() => true, credentials),
    ['reflects-with-credentials (no document)'],
    [],
    404,
  ],
  ['null with credentials', only((origin) => origin === 'null', credentials), ['null-with-credentials']],
  ['null without', only((origin) => origin === 'null'), []],
  [
    'a comparison of beginnings',
    only((origin) => origin.startsWith('https://site.example'), credentials),
    ['suffix-with-credentials'],
  ],
  [
    'a comparison of ends',
    only((origin) => origin.endsWith('site.example'), credentials),
    ['prefix-with-credentials', 'http-with-credentials'],
  ],
  ['cleartext', only((origin) => origin === 'http://site.example', credentials), ['http-with-credentials']],
  ['credentials in capitals', only(() => true, ['Access-Control-Allow-Credentials', 'True']), ['reflects']],
  ['a list', (origin) => [['Access-Control-Allow-Origin', `${origin}, https://friend.example`], credentials, vary], []],
  [
    'a friend only when asked, without Vary',
    () => [['Access-Control-Allow-Origin', 'https://friend.example']],
    ['no-vary'],
  ],
];
for (const [name, server, expected, baseline, status] of servers) {
  test(`${name}: ${expected.join(', ') || 'no fault'}`, () =>
    assert.deepEqual(faults(server, baseline, status), expected));
}

test('whom an answer names is told apart', () => {
  const grants = (value: string) => corsGrant([['Access-Control-Allow-Origin', value]], 'https://a.example').grants;
  assert.deepEqual(
    [
      '*',
      'https://a.example',
      'https://A.example',
      'https://b.example',
      'null',
      'a.example',
      'https://a.example/',
      '',
    ].map(grants),
    ['everyone', 'asker', 'another', 'another', 'another', 'invalid', 'invalid', 'invalid'],
  );
});

test("'a preflight is broad where it echoes names that do not exist, with credentials'", () => {
  const asked = { origin: origins.random, method: 'PERIMETER', header: 'x-perimeter' };
  const broad: Lines = [
    ...allow(origins.random),
    ['Access-Control-Allow-Methods', 'GET, PERIMETER'],
    ['Access-Control-Allow-Headers', 'X-Perimeter'],
    ['Access-Control-Max-Age', '86401'],
  ];
  assert.deepEqual(judgePreflight({ ...asked, lines: [...broad, credentials] }), [
    'any-method',
    'any-header',
    'long-cache',
  ]);
  assert.deepEqual(judgePreflight({ ...asked, lines: broad }), []);
  assert.deepEqual(
    judgePreflight({ ...asked, lines: [...allow(origins.random), credentials, ['Access-Control-Allow-Methods', '*']] }),
    [],
  );
});
