import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../../testing/random.ts';
import { fromHex, toBase32Hex } from '../encodings.ts';
import { parseRdata } from '../rdata.ts';
import { typeCode } from '../types.ts';
import { compareNames } from './canonical-order.ts';
import { allowsWildcardByNsec, decodeNsec, judgeNsec } from './nsec.ts';
import { allowsWildcardByNsec3, decodeNsec3, judgeNsec3 } from './nsec3.ts';
import { hashName, nsec3Chain, nsecChain, truthOf, type TestZone } from './testing/zone.ts';
import type { Denial, DenialQuestion } from './verdict.ts';

const plain = { algorithm: 1, iterations: 0, salt: new Uint8Array() };
/** The parameters of RFC 5155 appendix A. */
const salted = { algorithm: 1, iterations: 12, salt: fromHex('aabbccdd') };

test('names stand in the order of RFC 4034 section 6.1', () => {
  const ordered = ['example', 'a.example', 'yljkjljk.a.example', 'Z.a.example', 'zABC.a.EXAMPLE', 'z.example'];
  const rest = [String.raw`\001.z.example`, '*.z.example', String.raw`\200.z.example`];
  assert.deepEqual([...rest, ...ordered].toSorted(compareNames), [...ordered, ...rest]);
});

const hashes: Readonly<Record<string, string>> = {
  example: '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom',
  'a.example': '35mthgpgcu1qg68fab165klnsnk3dpvl',
  '*.w.example': 'r53bq7cc2uvmubfu5ocmm6pers9tk9en',
  'x.y.w.example': '2vptu5timamqttgl4luu9kg21e0aor3s',
};
test('names hash as in RFC 5155 appendix A', () => {
  for (const [name, hash] of Object.entries(hashes))
    assert.equal(toBase32Hex(hashName(name, salted)).toLowerCase(), hash);
});

test('records are read from their wire form', () => {
  const nsec = decodeNsec({
    name: 'A.Lab',
    type: 47,
    class: 1,
    ttl: 1,
    rdata: parseRdata(typeCode('NSEC'), 'b.LAB. A RRSIG NSEC'),
  });
  assert.deepEqual(nsec, { owner: 'a.lab', next: 'b.lab', types: new Set([1, 46, 47]) });
  const name = '0p9mhaveqvm6t7vbl5lop2u3t2rp3tom.example';
  const rdata = parseRdata(typeCode('NSEC3'), '1 1 12 aabbccdd 2t7b4g4vsa5smi47k61mv5bv1a22bojr MX DNSKEY');
  const nsec3 = decodeNsec3({ name, type: 50, class: 1, ttl: 1, rdata });
  assert.deepEqual(nsec3 && [nsec3.zone, nsec3.iterations, nsec3.optOut, [...nsec3.types]], [
    'example',
    12,
    true,
    [15, 48],
  ]);
  const odd = rdata.slice();
  odd[1] = 3;
  assert.equal(decodeNsec3({ name, type: 50, class: 1, ttl: 1, rdata: odd }), null);
});

const zone: TestZone = {
  apex: 'x.lab',
  owners: {
    'x.lab': ['SOA', 'NS', 'DNSKEY', 'MX'],
    'a.x.lab': ['A'],
    'alias.x.lab': ['CNAME'],
    'deep.empty.x.lab': ['A'],
    'signed.x.lab': ['NS', 'DS'],
    'unsigned.x.lab': ['NS'],
    '*.wild.x.lab': ['TXT'],
    'closer.wild.x.lab': ['A'],
    'moved.x.lab': ['DNAME'],
  },
};

const rows: readonly (readonly [name: string, type: string, proves: string, by: string])[] = [
  ['a.x.lab', 'AAAA', 'nodata', 'name'],
  ['a.x.lab', 'A', 'null', 'type-exists'],
  ['alias.x.lab', 'A', 'null', 'type-exists'],
  ['empty.x.lab', 'A', 'nodata', 'empty'],
  ['nothing.x.lab', 'A', 'nxdomain', 'span'],
  ['b.a.x.lab', 'A', 'nxdomain', 'span'],
  ['unsigned.x.lab', 'DS', 'nodata', 'name'],
  ['unsigned.x.lab', 'A', 'null', 'wrong-side'],
  ['www.unsigned.x.lab', 'A', 'null', ''],
  ['signed.x.lab', 'DS', 'null', 'type-exists'],
  ['x.lab', 'DS', 'null', 'wrong-side'],
  ['any.wild.x.lab', 'A', 'nodata', 'wildcard'],
  ['any.wild.x.lab', 'TXT', 'null', 'type-exists'],
  ['b.moved.x.lab', 'A', 'null', ''],
];
const short = (denial: Denial): [string, string] => [
  String(denial.proves),
  denial.proves === null ? denial.lacks : denial.by,
];
for (const [name, type, proves, by] of rows) {
  test(`${name} ${type}: ${proves}, ${by}`, () => {
    const question = { name, type: typeCode(type) };
    for (const denial of [
      judgeNsec(question, nsecChain(zone)),
      judgeNsec3(question, nsec3Chain(zone, plain), hashName),
      judgeNsec3(question, nsec3Chain(zone, salted), hashName),
    ]) {
      const [what, how] = short(denial);
      assert.equal(what, proves);
      if (by === 'empty') assert.match(how, /^(?:empty-non-terminal|name)$/u);
      else if (by !== '') assert.equal(how, by);
    }
  });
}

test('an opt-out span proves a missing DS and nothing else', () => {
  const chain = nsec3Chain(zone, plain, true);
  const ask = (name: string, type: string): Denial => judgeNsec3({ name, type: typeCode(type) }, chain, hashName);
  assert.deepEqual(ask('unsigned.x.lab', 'DS'), { proves: 'no-ds', by: 'opt-out' });
  assert.deepEqual(ask('nothing.x.lab', 'A'), { proves: null, lacks: 'opt-out' });
});

test('online-signed answers deny with the name itself', () => {
  const compact = (types: number[]): Denial =>
    judgeNsec({ name: 'no.x.lab', type: 1 }, [
      { owner: 'no.x.lab', next: String.raw`\000.no.x.lab`, types: new Set(types) },
    ]);
  assert.deepEqual(compact([46, 47, 128]), { proves: 'nxdomain', by: 'compact' });
  assert.deepEqual(compact([46, 47]), { proves: 'nodata', by: 'name', delegated: false });
});

test('a wildcard may answer only where no closer name exists', () => {
  const nsecs = nsecChain(zone);
  const nsec3s = nsec3Chain(zone, plain);
  for (const [name, labels, allowed] of [
    ['any.wild.x.lab', 3, true],
    ['a.b.wild.x.lab', 3, true],
    ['closer.wild.x.lab', 3, false],
    ['www.closer.wild.x.lab', 3, false],
    ['any.wild.x.lab', 2, false],
  ] as const) {
    assert.equal(allowsWildcardByNsec(name, labels, nsecs), allowed, `NSEC ${name} ${labels}`);
    assert.equal(allowsWildcardByNsec3(name, labels, nsec3s, hashName), allowed, `NSEC3 ${name} ${labels}`);
  }
});

const label = fc.constantFrom('a', 'b', 'c', '*');
const owner = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.x`);
const types: fc.Arbitrary<string[]> = fc.constantFrom(
  ['A'],
  ['TXT'],
  ['A', 'TXT'],
  ['NS'],
  ['NS', 'DS'],
  ['CNAME'],
  ['DNAME'],
);
const zones = fc
  .uniqueArray(fc.tuple(owner, types), { maxLength: 8, selector: ([name]) => name })
  .map((pairs): TestZone => ({
    apex: 'x',
    owners: {
      x: ['SOA', 'NS', 'DNSKEY'],
      ...Object.fromEntries(pairs.filter(([name, own]) => !(name.includes('*') && own.includes('NS')))),
    },
  }));
const questions = fc.record({
  name: fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 })
    .map((labels) => `${labels.join('.')}.x`),
  type: fc.constantFrom('A', 'TXT', 'DS', 'MX').map(typeCode),
});

/** Whether a denial agrees with a server of the zone. */
function agrees(denial: Denial, zoneOf: TestZone, question: DenialQuestion, whole: boolean): boolean {
  const truth = truthOf(zoneOf, question);
  if (denial.proves === null) return !whole || truth === 'exists' || truth === 'referral';
  return denial.proves === truth;
}

test('NSEC and NSEC3 chains of any zone deny exactly what does not exist, complete or with a record missing', () => {
  fc.assert(
    fc.property(zones, questions, fc.nat(), (zoneOf, question, missing) => {
      const nsecs = nsecChain(zoneOf);
      const nsec3s = nsec3Chain(zoneOf, plain);
      assert.ok(agrees(judgeNsec(question, nsecs), zoneOf, question, true), 'NSEC');
      assert.ok(agrees(judgeNsec3(question, nsec3s, hashName), zoneOf, question, true), 'NSEC3');
      const fewer = nsecs.toSpliced(missing % nsecs.length, 1);
      assert.ok(agrees(judgeNsec(question, fewer), zoneOf, question, false), 'NSEC, one missing');
      const fewer3 = nsec3s.toSpliced(missing % nsec3s.length, 1);
      assert.ok(agrees(judgeNsec3(question, fewer3, hashName), zoneOf, question, false), 'NSEC3, one missing');
    }),
    { numRuns: dayRuns(50) },
  );
});
