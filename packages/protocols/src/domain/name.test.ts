import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { anyCharacter, fc } from '../testing/random.ts';
import { isSpecialUse, parseDomain, registrableDomainOf, siteOfHost } from './name.ts';
import { type RefusalReason, refusalMessages } from './refusal.ts';
import { absentVectors, publishedVectors } from '../testing/published-vectors.ts';

const accepted: [input: string, ascii: string, unicode: string, registrable: string][] = [
  ['good.lab', 'good.lab', 'good.lab', 'good.lab'],
  ['  WWW.Good.LAB. \n', 'www.good.lab', 'www.good.lab', 'good.lab'],
  ['bücher.de', 'xn--bcher-kva.de', 'bücher.de', 'xn--bcher-kva.de'],
  ['XN--BCHER-KVA.de', 'xn--bcher-kva.de', 'bücher.de', 'xn--bcher-kva.de'],
  ['faß.de', 'xn--fa-hia.de', 'faß.de', 'xn--fa-hia.de'],
  ['例え。テスト。jp', 'xn--r8jz45g.xn--zckzah.jp', '例え.テスト.jp', 'xn--zckzah.jp'],
  ['ｇｏｏｄ．ｌａｂ．', 'good.lab', 'good.lab', 'good.lab'],
  ['a.b.co.uk', 'a.b.co.uk', 'a.b.co.uk', 'b.co.uk'],
  ['foo.github.io', 'foo.github.io', 'foo.github.io', 'foo.github.io'],
  ['r3---sn-x.good.lab', 'r3---sn-x.good.lab', 'r3---sn-x.good.lab', 'good.lab'],
  ['1.2.3.lab', '1.2.3.lab', '1.2.3.lab', '3.lab'],
  ['www.city.kobe.jp', 'www.city.kobe.jp', 'www.city.kobe.jp', 'city.kobe.jp'],
];

for (const [input, ascii, unicode, registrableDomain] of accepted) {
  test(`${JSON.stringify(input)} is read as ${ascii}`, () => {
    assert.deepEqual(parseDomain(input), { ok: true, domain: { ascii, unicode, registrableDomain } });
  });
}

const refused: Record<RefusalReason, string[]> = {
  empty: ['', ' ', '.', '\t\n'],
  'too-long': [`${'a'.repeat(64)}.lab`, `${'a.'.repeat(125)}good.lab`, 'a'.repeat(100_000), `${'ü'.repeat(60)}.lab`],
  url: [
    'https://good.lab',
    'good.lab/',
    'http:good.lab',
    'good.lab?x',
    'good.lab#x',
    '//good.lab',
    'good.lab\\x',
    'good.lab:',
  ],
  'email-address': ['me@good.lab', '@good.lab'],
  several: [
    'good.lab bad.lab',
    'good.lab,bad.lab',
    'good.lab; www.bad.lab',
    'https://good.lab, https://bad.lab',
    'a.lab\nb.lab',
  ],
  wildcard: ['*.good-company.com', '*.*', '*.'],
  port: ['good.lab:443', 'good.lab:99999999'],
  'ip-address': [
    '1.2.3.4', '1.2.3.4.', '127.1', '0x7f.1', '0X7F.0.0.1', '2130706433', '0x7f000001', '017700000001', '1.2.3.4:80', '１２７.０.０.１',
    '127。0。0。1', '[::1]', '[::1]:443', '::1', '2001:db8::1', '::ffff:1.2.3.4', 'fe80::1%eth0', '256.256.256.256', 'good.1', 'good.0x', '0x.lab.0x1',
  ], // prettier-ignore
  'invalid-label': [
    '„bücher.de“',
    'good\u2013company.com',
    'a..lab', '.good.lab', 'good.lab..', '-a.lab', 'a-.lab', '_dmarc.good.lab', 'go od.lab', 'good.lab\u0000', 'a\u200db.lab', 'xn--a.lab', 'xn--.lab',
  ], // prettier-ignore
  'special-use': [
    'localhost', 'a.localhost', 'printer.local', 'a.test', 'x.invalid', 'example', 'example.com', 'www.EXAMPLE.org', 'a.example.net', 'x.onion', 'x.alt',
    'db.internal', 'home.arpa', '1.0.0.127.in-addr.arpa', 'x.arpa.', 'ｌｏｃａｌｈｏｓｔ',
  ], // prettier-ignore
  'single-label': ['com', 'intranet', 'lab', '中国'],
  'public-suffix': ['co.uk', 'github.io', 'c.kobe.jp', 'xn--55qx5d.cn', '公司.cn', 'a.ck', 's3.amazonaws.com'],
};

for (const [reason, inputs] of Object.entries(refused)) {
  test(`${reason} is rejected with a message that does not echo the input`, () => {
    for (const input of inputs) {
      const parsed = parseDomain(input);
      assert.equal(parsed.ok ? 'accepted' : parsed.reason, reason, JSON.stringify(input.slice(0, 80)));
      assert.equal(parsed.ok || parsed.message === refusalMessages[parsed.reason], true);
    }
  });
}

test('names that only end like special-use names are not special', () => {
  for (const name of ['mytest', 'good.latest', 'notexample.com', 'arpa.lab'])
    assert.equal(isSpecialUse(name), false, name);
});

test('whatever is accepted is a name of letters, digits, dots and hyphens, and reads back to itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.domain(), fc.webUrl(), fc.ipV6()),
      (input) => {
        const parsed = parseDomain(input);
        if (!parsed.ok) return;
        assert.match(
          parsed.domain.ascii,
          /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/,
        );
        assert.deepEqual(parseDomain(parsed.domain.ascii), parsed);
        assert.deepEqual(parseDomain(parsed.domain.unicode), parsed);
      },
    ),
    { numRuns: 500 },
  );
});

/** The cases of a vector file, or a skipped test that says why. */
function casesOf(t: TestContext, file: string): unknown[] {
  const full = publishedVectors(file);
  if (full === null) {
    t.skip(absentVectors(file));
    return [];
  }
  const parsed: unknown = JSON.parse(readFileSync(full, 'utf8'));
  assert.ok(typeof parsed === 'object' && parsed !== null && 'cases' in parsed && Array.isArray(parsed.cases));
  return parsed.cases;
}

const isCase = (row: unknown): row is { input: string; output: string | null } =>
  typeof row === 'object' && row !== null && 'input' in row && 'output' in row && typeof row.input === 'string';

for (const file of ['idna.json', 'wpt_toascii.json']) {
  test(`names of ${file} are either refused or become the A-labels that it says, and what it refuses is refused`, (t) => {
    const cases = casesOf(t, file).filter(isCase);
    // ".lab" behind each makes single labels auditable; rows that end in a dot or that trimming changes say something else.
    const rows = cases.filter(
      ({ input, output }) => !/[.。．｡]$|^\s|\s$/u.test(input) && output?.endsWith('.') !== true,
    );
    const agreed = rows.filter(({ input, output }) => {
      const parsed = parseDomain(`${input}.lab`);
      if (!parsed.ok) return false;
      assert.equal(parsed.domain.ascii, `${output}.lab`, JSON.stringify(input));
      return true;
    });
    assert.equal(rows.length === 0 || agreed.length > 0, true);
    t.diagnostic(`${agreed.length} of ${rows.length} names accepted`);
  });
}

test('registrable domains are those of psl_tests.json', (t) => {
  const isRow = (row: unknown): row is [string | null, string | null] => Array.isArray(row) && row.length === 2;
  for (const [input, expected] of casesOf(t, 'psl_tests.json').filter(isRow)) {
    const name = input?.toLowerCase() ?? '';
    if (name === '' || name.startsWith('.')) continue;
    const ascii = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
    const wanted = expected === null ? null : new URL(`http://${expected}`).hostname;
    assert.equal(registrableDomainOf(ascii), wanted, name);
  }
});

test('a host belongs to the site of its registrable domain; an address and a suffix are sites of their own', () => {
  const sites = [
    ['a.b.example.co.uk', 'example.co.uk'],
    ['foo.github.io', 'foo.github.io'],
    ['co.uk', 'co.uk'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ] as const;
  for (const [host, site] of sites) assert.equal(siteOfHost(host), site);
});
