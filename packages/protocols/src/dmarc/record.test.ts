import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policiesOf, type DmarcPlace } from './policy.ts';
import { isDmarc, parseDmarc } from './record.ts';

const codes = (text: string): string[] =>
  parseDmarc(text).problems.map((problem) => ('tag' in problem ? `${problem.code} ${problem.tag}` : problem.code));

test('only a text that begins with the exact version is a record', () => {
  for (const text of ['v=DMARC1', 'v=DMARC1;p=none', 'V = DMARC1 ; p=none', 'v\t=DMARC1;'])
    assert.equal(isDmarc(text), true, text);
  for (const text of ['v=dmarc1; p=none', 'v=DMARC12; p=none', 'p=none; v=DMARC1', ' v=DMARC1', 'v=spf1 -all', ''])
    assert.equal(isDmarc(text), false, text);
});

test('tags and words may be of either case, with spaces around', () => {
  const { record, problems } = parseDmarc(
    'v=DMARC1; P = Reject ;sp=QUARANTINE; adkim=S; t=Y; psd=N; fo=1:d; rua=mailto:a@x.lab , mailto:b@y.lab!10m;',
  );
  assert.deepEqual(
    [record.p, record.sp, record.np, record.adkim, record.aspf, record.testing, record.psd, record.fo],
    ['reject', 'quarantine', null, 's', 'r', true, 'n', ['1', 'd']],
  );
  assert.deepEqual(
    record.rua.map(({ host }) => host),
    ['x.lab', 'y.lab'],
  );
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['uri-size-removed'],
  );
});

const odd: readonly (readonly [text: string, ...problems: string[]])[] = [
  ['v=DMARC1; p=none; p=reject', 'tag-repeated p'],
  ['v=DMARC1; p=block', 'value-invalid p'],
  ['v=DMARC1; p=', 'value-empty p'],
  ['v=DMARC1; p=none; pct=50; ri=3600', 'tag-removed pct', 'tag-removed ri'],
  ['v=DMARC1; p=none; toString=1', 'tag-unknown tostring'],
  ['v=DMARC1; p=none; whatever', 'tag-malformed'],
  ['v=DMARC1; p=none; rua=admin@x.lab', 'uri-invalid rua'],
  ['v=DMARC1; p=no\u0096ne', 'value-invalid p'],
  ['v=DMARC1; p=none; fo=2', 'value-invalid fo'],
];
for (const [text, ...problems] of odd) test(text, () => assert.deepEqual(codes(text), problems));

test('hosts of report addresses', () => {
  const { record } = parseDmarc(
    'v=DMARC1; p=none; rua=mailto:a@X.lab?subject=b@c.lab,https://u:p@h.lab:8443/in,mailto:x',
  );
  assert.deepEqual(
    record.rua.map(({ scheme, host }) => [scheme, host]),
    [
      ['mailto', 'x.lab'],
      ['https', 'h.lab'],
      ['mailto', null],
    ],
  );
});

const places: readonly (readonly [uri: string, ...places: string[]])[] = [
  ['mailto:a@x.lab', 'mailto x.lab'],
  ['MAILTO:a@X.LAB', 'mailto x.lab'],
  ['Mailto:a@x.lab.', 'mailto x.lab'],
  ['mailto:a%40x.lab', 'mailto x.lab'],
  ['mailto:%22a@b%22@x.lab', 'mailto x.lab'],
  ['mailto:a@%78.lab', 'mailto x.lab'],
  ['mailto:a@b%C3%BCcher.lab', 'mailto xn--bcher-kva.lab'],
  ['mailto:a@x.lab%2Cb@y.lab', 'mailto x.lab', 'mailto y.lab'],
  ['mailto:%22a%2Cb%22@x.lab', 'mailto x.lab'],
  ['mailto:a@x.lab?cc=b@y.lab&subject=c@z.lab', 'mailto x.lab', 'mailto y.lab'],
  ['mailto:?to=b@y.lab', 'mailto y.lab'],
  ['mailto:a@x.lab?subject=b@y.lab', 'mailto x.lab'],
  ['mailto:a+dmarc=x@x.lab', 'mailto x.lab'],
  ['HTTPS://u:p@H.lab:8443/in', 'https h.lab'],
  ['mailto:x', 'mailto null'],
  ['mailto:@x.lab', 'mailto null'],
  ['mailto:a b@x.lab', 'null null'],
  ['mailto:a@x.lab%', 'null null'],
  ['mailto:<a@x.lab>', 'null null'],
  ['a@x.lab', 'null null'],
  ['mailto:', 'null null'],
  ['mailto:a@[192.0.2.1]', 'mailto null'],
];
for (const [uri, ...found] of places)
  test(`${uri} leads to ${found.join(', ')}`, () => {
    const { rua } = parseDmarc(`v=DMARC1; p=none; rua=${uri}`).record;
    assert.deepEqual(
      rua.map(({ scheme, host }) => `${scheme} ${host}`),
      found,
    );
  });

const policies: readonly (readonly [
  text: string,
  place: DmarcPlace,
  domain: string,
  subdomains: string,
  missing: string,
])[] = [
  ['p=reject', 'own', 'reject', 'reject', 'reject'],
  ['p=reject; sp=none', 'own', 'reject', 'none', 'none'],
  ['p=reject; sp=none', 'above', 'none', 'none', 'none'],
  ['p=none; sp=quarantine; np=reject', 'own', 'none', 'quarantine', 'reject'],
  ['p=reject; t=y', 'own', 'quarantine', 'quarantine', 'quarantine'],
  ['p=quarantine; np=reject; t=y', 'own', 'none', 'none', 'quarantine'],
  ['p=bad; rua=mailto:a@x.lab', 'own', 'none', 'none', 'none'],
  ['rua=mailto:a@x.lab', 'own', 'none', 'none', 'none'],
  ['p=reject; sp=bad; rua=mailto:a@x.lab', 'own', 'none', 'none', 'none'],
];
for (const [text, place, domain, subdomains, missing] of policies) {
  test(`${text}, ${place}: ${domain}, ${subdomains}, ${missing}`, () => {
    assert.deepEqual(policiesOf(parseDmarc(`v=DMARC1; ${text}`), place), { domain, subdomains, missing });
  });
}

test('a record that is void or without a valid tag counts as none', () => {
  for (const text of ['p=bad', 'p=reject; sp=bad', 'p=reject; p=reject', 'rua=nobody', ''])
    assert.equal(policiesOf(parseDmarc(`v=DMARC1; ${text}`), 'own'), null, text);
});
