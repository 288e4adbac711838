import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../../testing/random.ts';
import { attack } from './attack.ts';
import { bypassRows, bypassSources } from './bypass.data.ts';
import { documentPolicies, enforcedPolicies } from './document-policies.ts';
import { parseCspPolicy } from './parse.ts';
import { type QuestionId, questionRows } from './questions.data.ts';

const options = { url: 'https://site.example/', attacker: 'x7f3.example' };
const attacked = (...policies: string[]) => attack(policies.map(parseCspPolicy), options);
const openOf = (...policies: string[]): QuestionId[] =>
  attacked(...policies).questions.flatMap(({ id, open }) => (open ? [id] : []));

test('there are some 25 questions, each with its own name', () => {
  assert.ok(questionRows.length >= 25);
  assert.equal(new Set(questionRows.map(({ id }) => id)).size, questionRows.length);
});

test('without a policy everything is open and nothing is governed', () => {
  const { questions, bypasses } = attacked();
  assert.ok(questions.every(({ open, governed }) => open && !governed));
  assert.deepEqual(bypasses, []);
});

const scriptQuestions: QuestionId[] = [
  'inline-script',
  'inline-handler',
  'javascript-url',
  'script-any-host',
  'script-data',
  'eval',
];

const cases: [policies: string[], open: QuestionId[]][] = [
  [["default-src 'self'"], []],
  [["script-src 'none'"], []],
  [["script-src 'unsafe-inline'"], ['inline-script', 'inline-handler', 'javascript-url']],
  [['default-src https:'], ['script-any-host']],
  [['script-src *'], ['script-any-host']],
  [['script-src http:'], ['script-any-host']],
  [['script-src https://*/js/'], ['script-any-host']],
  [['script-src https://*:8443'], ['script-any-host']],
  [['script-src *.com'], ['script-any-host']],
  [['script-src *.co.uk'], ['script-any-host']],
  [['script-src *.site.co.uk'], []],
  [['script-src data:'], ['script-data']],
  [["script-src 'self' 'unsafe-eval'"], ['eval']],
  [["frame-ancestors 'none'"], scriptQuestions],
  [['upgrade-insecure-requests'], scriptQuestions],
  [["script-src-elem 'self'"], ['inline-handler', 'eval']],
  [["script-src-attr 'none'; script-src-elem 'none'"], ['eval']],
  [['sandbox'], []],
  [['sandbox allow-scripts'], scriptQuestions],
  [["default-src 'self'", "script-src * 'unsafe-inline'"], []],
  [['script-src http:', 'script-src https:'], ['script-any-host']],
  [['script-src https:', 'script-src data:'], []],
  [['script-src *.com', 'script-src *.site.com'], []],
  [['script-src *.com', 'script-src https:'], ['script-any-host']],
];

for (const [policies, open] of cases) {
  test(`of scripts, ${policies.map((policy) => `"${policy}"`).join(' with ')} leaves open: ${open.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(
      openOf(...policies).filter((id) => scriptQuestions.includes(id)),
      open,
    );
  });
}

test('structure has questions of its own', () => {
  const structure: QuestionId[] = ['object-any-host', 'base-any-host', 'form-any-host', 'framed-by-any-host'];
  const of = (policy: string): QuestionId[] => openOf(policy).filter((id) => structure.includes(id));
  assert.deepEqual(of("default-src 'self'"), ['base-any-host', 'form-any-host', 'framed-by-any-host']);
  assert.deepEqual(of("default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"), []);
  assert.ok(!of('sandbox allow-scripts allow-same-origin').includes('object-any-host'));
  assert.deepEqual(of("object-src *; default-src 'none'; base-uri 'none'; form-action http:; frame-ancestors http:"), [
    'form-any-host',
    'framed-by-any-host',
  ]);
  assert.deepEqual(
    of("script-src 'self'; sandbox allow-scripts; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"),
    [],
  );
});

const bypassed: [policy: string, hosts: string[]][] = [
  ["script-src 'self' accounts.google.com", ['accounts.google.com']],
  ["script-src 'nonce-abcdefghijklmnopqrstuv' accounts.google.com", ['accounts.google.com']],
  ["script-src 'nonce-abcdefghijklmnopqrstuv' 'strict-dynamic' accounts.google.com", []],
  ['script-src accounts.google.com/gsi/', []],
  ['script-src www.googletagmanager.com', []],
  ["script-src www.googletagmanager.com 'unsafe-eval'", ['www.googletagmanager.com']],
  ['script-src code.angularjs.org', ['code.angularjs.org']],
  ['script-src cdn.jsdelivr.net/npm/jquery@3.7.1/', []],
  ['script-src *.github.io', ['*.github.io']],
  ['script-src site.github.io', []],
  ['script-src https:', []],
];
for (const [policy, hosts] of bypassed) {
  test(`"${policy}" is bypassed by ${hosts.join(', ') || 'nothing'}`, () => {
    assert.deepEqual([...new Set(attacked(policy).bypasses.map(({ row }) => row.host))], hosts);
  });
}

test('a wildcard of a whole company lets in no customer of one of its services', () => {
  const hosts = attacked('script-src *.amazonaws.com', 'script-src *.s3.amazonaws.com').bypasses.map(
    ({ row }) => row.host,
  );
  assert.deepEqual(hosts, []);
  assert.deepEqual(
    attacked('script-src *.s3.amazonaws.com').bypasses.map(({ row }) => row.host),
    ['*.s3.amazonaws.com'],
  );
});

test('the table of bypasses has its rows once, with their sources', () => {
  assert.ok(bypassRows.length >= 110, String(bypassRows.length));
  const places = bypassRows.map(({ host, path }) => host + path);
  assert.equal(new Set(places).size, places.length);
  for (const { host, path, source } of bypassRows) {
    assert.equal(new URL(`https://${host}${path}`).hostname, host);
    assert.ok(bypassSources[source].licence !== '');
  }
});

test('only enforced policies restrict, and a meta element loses what only headers say', () => {
  const policies = documentPolicies(
    [
      ['Content-Security-Policy-Report-Only', "script-src 'none'"],
      ['Content-Security-Policy', 'script-src http:'],
    ],
    [
      { text: "script-src https: 'self'; frame-ancestors 'none'; sandbox; report-uri /x", placedBefore: 'scripts' },
      { text: "script-src 'none'", placedBefore: 'body' },
    ],
  );
  assert.deepEqual(
    policies.map(({ delivery }) => delivery),
    ['header', 'meta', 'report-only'],
  );
  assert.deepEqual(policies[1]?.ignored, ['frame-ancestors', 'sandbox', 'report-uri']);
  const { questions } = attack(enforcedPolicies(policies), options);
  const isOpen = (id: QuestionId) => questions.find((question) => question.id === id)?.open;
  assert.equal(isOpen('script-any-host'), true);
  assert.equal(isOpen('framed-by-any-host'), true);
});

test('a comma in a meta element is part of a token', () => {
  const [policy, ...more] = documentPolicies([], [{ text: "script-src https:, 'none'", placedBefore: 'scripts' }]);
  assert.deepEqual([policy?.directives.get('script-src'), more], [['https:,', "'none'"], []]);
});

const directives = fc.constantFrom(
  ...'default-src script-src script-src-elem script-src-attr style-src object-src base-uri form-action frame-ancestors frame-src child-src worker-src img-src sandbox require-trusted-types-for'.split(
    ' ',
  ),
);
const tokens = fc.constantFrom(
  ..."'none' 'self' 'unsafe-inline' 'unsafe-eval' 'strict-dynamic' 'unsafe-hashes' 'nonce-abc' 'sha256-abc=' * https: http: data: blob: *.com *.github.io *.site.com *.amazonaws.com *.s3.amazonaws.com accounts.google.com cdn.jsdelivr.net https://*:8443 x7f3.example allow-scripts 'script' self".split(
    ' ',
  ),
);
const directive = fc.tuple(directives, fc.array(tokens, { maxLength: 5 }));
const policies = fc.array(directive, { maxLength: 4 });
const write = (list: readonly (readonly [string, readonly string[]])[]): string =>
  list.map(([name, values]) => [name, ...values].join(' ')).join('; ');

const everythingOpen = (...texts: string[]): Set<string> => {
  const { questions, bypasses } = attacked(...texts);
  const isOpen = questions.flatMap(({ id, open }) => (open ? [id as string] : []));
  return new Set([...isOpen, ...bypasses.map(({ row }) => row.host + row.path)]);
};

/** Where any host may serve a script, each bypass is open, and none is listed. */
const covers = (open: ReadonlySet<string>, id: string): boolean =>
  open.has(id) || (id.includes('/') && open.has('script-any-host'));

test('adding a host or a scheme never closes a question', () => {
  const added = fc.constantFrom(
    '*',
    'https:',
    'http:',
    'data:',
    'blob:',
    "'self'",
    '*.com',
    '*.github.io',
    'accounts.google.com',
    'cdn.jsdelivr.net',
    'x7f3.example',
  );
  fc.assert(
    fc.property(policies, fc.nat(3), added, (list, index, token) => {
      const grown = list.map(
        ([name, values], at) => [name, at === index && name !== 'sandbox' ? [...values, token] : values] as const,
      );
      const [before, after] = [everythingOpen(write(list)), everythingOpen(write(grown))];
      for (const id of before) assert.ok(covers(after, id), `${id}: ${write(list)} | ${write(grown)}`);
    }),
    { numRuns: dayRuns(100) },
  );
});

test('adding a policy never opens a question', () => {
  fc.assert(
    fc.property(policies, policies, (first, second) => {
      const [before, after] = [everythingOpen(write(first)), everythingOpen(write(first), write(second))];
      for (const id of after) assert.ok(covers(before, id), `${id}: ${write(first)} | ${write(second)}`);
    }),
    { numRuns: dayRuns(100) },
  );
});
