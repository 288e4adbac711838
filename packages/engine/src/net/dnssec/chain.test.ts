import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagsOf, type Message } from '@perimeter/protocols/dns/message';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { dnssecPath } from '../../evidence/dns/dnssec-path.ts';
import type { Resolver } from '../resolver/resolver.ts';
import type { Exchanged } from '../resolver/attempt.ts';
import { reply, rr } from '../resolver/scripted-server.ts';
import { buildQuery } from '@perimeter/protocols/dns/query';
import { readAnchors } from './anchors.ts';
import { verifyChain } from './chain.ts';
import { makeKey, type SigningKey, spoiledDs } from './signed-zone.ts';

/** Answers and authorities by "name TYPE". */
type Sections = Record<string, { answers?: ResourceRecord[]; authorities?: ResourceRecord[]; responseCode?: number }>;

const soaOf = (zone: string): ResourceRecord => rr(zone, 'SOA', 'ns.lab hostmaster.lab 1 2 3 4 5');

/** A resolver that knows nothing but these messages: NODATA with the SOA of the zone given otherwise. */
function resolverOf(sections: Sections, zoneOf: (name: string) => string): Resolver {
  const exchange: Resolver['exchange'] = (name, type) => {
    const query = buildQuery({ id: 1, name, type: typeCode(type) });
    const known = sections[`${name} ${type}`];
    const message: Message = reply(query, {
      authorities: known?.answers === undefined ? [soaOf(zoneOf(name))] : [],
      ...known,
      flags: flagsOf({ response: true }),
    });
    const exchanged: Exchanged =
      known?.responseCode === -1
        ? { ok: false, transport: 'udp', failure: { reason: 'timeout', detail: '' } }
        : { ok: true, transport: 'udp', message };
    return Promise.resolve(exchanged);
  };
  return {
    servers: [],
    exchange,
    query: () => Promise.reject(new Error('The chain asks for messages only')),
  };
}

const zoneOf = (name: string): string => (name === '.' || name === 'lab' ? name : name.split('.').slice(-2).join('.'));
const [root, lab] = [makeKey('.'), makeKey('lab')];
const a = [rr('good.lab', 'A', '203.0.113.101'), rr('good.lab', 'A', '203.0.113.102')];
const signed = (key: SigningKey, records: ResourceRecord[], over = {}): { answers: ResourceRecord[] } => ({
  answers: [...records, key.sign(records, over)],
});

/** A tree of root, lab and good.lab signed with the key given; replace any answer to break it. */
const tree = (key: SigningKey, over: Sections = {}): Sections => ({
  '. DNSKEY': signed(root, [root.dnskey]),
  'lab DS': signed(root, [lab.ds()]),
  'lab DNSKEY': signed(lab, [lab.dnskey]),
  'good.lab DS': signed(lab, [key.ds()]),
  'good.lab DNSKEY': signed(key, [key.dnskey]),
  'good.lab A': signed(key, a),
  ...over,
});

const verifyAt = async (
  sections: Sections,
  over: { name?: string; types?: string[]; now?: string; anchors?: ResourceRecord[] } = {},
) => {
  const { status, steps } = await verifyChain({
    resolver: resolverOf(sections, zoneOf),
    name: over.name ?? 'good.lab',
    types: over.types ?? ['A'],
    anchors: over.anchors ?? [root.ds()],
    nowMs: Date.parse(over.now ?? '2026-06-01T00:00:00Z'),
    signal: AbortSignal.timeout(10_000),
  });
  return { status, path: dnssecPath(steps) };
};

for (const algorithm of [5, 7, 8, 10, 13, 14, 15, 16]) {
  test(`a chain whose leaf is signed with algorithm ${algorithm} is secure`, async () => {
    const { status, path } = await verifyAt(tree(makeKey('good.lab', algorithm)));
    assert.equal(status, 'secure', path.join('\n'));
    assert.equal(path.length, 4);
    assert.match(
      path[0] ?? '',
      /^root zone: ECDSAP256SHA256 key \d+ matches, DNSKEY signed with .* until 2030-01-01T00:00:00Z$/,
    );
  });
}

for (const digestType of [1, 2, 4] as const) {
  test(`a DS of digest type ${digestType} is followed`, async () => {
    const key = makeKey('good.lab');
    const { status } = await verifyAt(tree(key, { 'good.lab DS': signed(lab, [key.ds(digestType)]) }));
    assert.equal(status, 'secure');
  });
}

const good = makeKey('good.lab');
const zsk = makeKey('good.lab', 13, 256);
const other = makeKey('good.lab');
const mx = [rr('good.lab', 'MX', '10 mail.good.lab')];
const unknown = makeKey('good.lab', 200);
const revoked = makeKey('good.lab', 13, 257 | 0x80);

const cases: [what: string, sections: Sections, status: string, clause: RegExp][] = [
  [
    'a zone with apart keys for zone and keys',
    tree(good, { 'good.lab DNSKEY': signed(good, [good.dnskey, zsk.dnskey]), 'good.lab A': signed(zsk, a) }),
    'secure',
    /A signed with/,
  ],
  [
    'two DS records of which one matches',
    tree(good, { 'good.lab DS': signed(lab, [other.ds(), good.ds()]) }),
    'secure',
    /A signed/,
  ],
  [
    'a bad signature beside a good one',
    tree(good, { 'good.lab A': { answers: [...a, other.sign(a), good.sign(a)] } }),
    'secure',
    /A signed/,
  ],
  [
    'records in another order and case',
    tree(good, {
      'good.lab A': { answers: [good.sign(a), ...a.toReversed().map((row) => ({ ...row, name: 'GOOD.Lab' }))] },
    }),
    'secure',
    /A signed/,
  ],
  [
    'a DS with another digest',
    tree(good, { 'good.lab DS': signed(lab, [spoiledDs(good)]) }),
    'bogus',
    /good\.lab: no DNSKEY matches the DS/,
  ],
  [
    'a DS of SHA-1 that matches beside one of SHA-256 that does not',
    tree(good, { 'good.lab DS': signed(lab, [good.ds(1), spoiledDs(good)]) }),
    'bogus',
    /no DNSKEY matches/,
  ],
  ['a DS over an unsigned zone', tree(good, { 'good.lab DNSKEY': {} }), 'bogus', /no DNSKEY where the parent has a DS/],
  [
    'a DS that the parent did not sign',
    tree(good, { 'good.lab DS': { answers: [good.ds()] } }),
    'bogus',
    /DS is not signed/,
  ],
  [
    'a DS signed by the child',
    tree(good, { 'good.lab DS': signed(good, [good.ds()]) }),
    'bogus',
    /signed by good\.lab, not by lab/,
  ],
  [
    'keys not signed by the key that the DS points to',
    tree(good, { 'good.lab DNSKEY': signed(zsk, [good.dnskey, zsk.dnskey]) }),
    'bogus',
    /does not have/,
  ],
  ['a revoked key', tree(revoked), 'bogus', /no DNSKEY matches/],
  [
    'a signature that expired',
    tree(good, { 'good.lab A': signed(good, a, { expiration: '20260531235959' }) }),
    'bogus',
    /expired on 2026-05-31T23:59:59Z/,
  ],
  [
    'a signature that ends this second',
    tree(good, { 'good.lab A': signed(good, a, { expiration: '20260601000000' }) }),
    'secure',
    /A signed/,
  ],
  [
    'a signature of tomorrow',
    tree(good, { 'good.lab A': signed(good, a, { inception: '20260602000000' }) }),
    'bogus',
    /not valid before 2026-06-02/,
  ],
  [
    'a signer whose clock is four minutes ahead',
    tree(good, { 'good.lab A': signed(good, a, { inception: '20260601000400' }) }),
    'secure',
    /A signed/,
  ],
  [
    'records changed after signing',
    tree(good, { 'good.lab A': { answers: [...a, rr('good.lab', 'A', '198.51.100.66'), good.sign(a)] } }),
    'bogus',
    /does not verify/,
  ],
  ['records without a signature', tree(good, { 'good.lab A': { answers: a } }), 'bogus', /A is not signed/],
  [
    'a signature of a key that the zone does not have',
    tree(good, { 'good.lab A': signed(other, a) }),
    'bogus',
    /does not have/,
  ],
  [
    'a signature over another type',
    tree(good, { 'good.lab A': { answers: [...a, good.sign(mx)] } }),
    'bogus',
    /A is not signed/,
  ],
  [
    'a signature that counts too many labels',
    tree(good, { 'good.lab A': signed(good, a, { labels: 3 }) }),
    'bogus',
    /too many labels/,
  ],
  ['an unknown algorithm', tree(unknown), 'indeterminate', /not verified here/],
  [
    'a known DS and an answer signed with an unknown algorithm',
    tree(good, { 'good.lab A': signed(unknown, a) }),
    'indeterminate',
    /not verified here/,
  ],
  [
    'no DS and no keys',
    tree(good, { 'good.lab DS': {}, 'good.lab DNSKEY': {} }),
    'insecure',
    /good\.lab: no DS record in lab \(NSEC\/NSEC3 proof not validated\)/,
  ],
  ['keys without a DS', tree(good, { 'good.lab DS': {} }), 'insecure', /signed, but no DS record/],
  [
    'an unsigned top-level domain',
    tree(good, { 'lab DS': {}, 'lab DNSKEY': {} }),
    'insecure',
    /^lab: no DS record in the root zone/m,
  ],
  [
    'a resolver that is silent about the DS',
    tree(good, { 'good.lab DS': { responseCode: -1 } }),
    'indeterminate',
    /DS: no answer \(timeout\)/,
  ],
  [
    'a resolver that fails at the keys',
    tree(good, { 'good.lab DNSKEY': { responseCode: 2 } }),
    'indeterminate',
    /DNSKEY: the resolver answered with code 2/,
  ],
  [
    'an alias',
    tree(good, {
      'good.lab A': {
        answers: [
          rr('good.lab', 'CNAME', 'x.lab'),
          good.sign([rr('good.lab', 'CNAME', 'x.lab')]),
          rr('x.lab', 'A', '203.0.113.9'),
        ],
      },
    }),
    'secure',
    /A is an alias, not followed: CNAME signed/,
  ],
  [
    'a signed absence',
    tree(good, { 'good.lab A': { authorities: [soaOf('good.lab'), good.sign([soaOf('good.lab')])] } }),
    'secure',
    /A is absent \(NSEC\/NSEC3 proof not validated\): SOA signed/,
  ],
  ['an absence that is not signed', tree(good, { 'good.lab A': {} }), 'bogus', /SOA is not signed/],
  [
    'garbage for a signature and a key',
    tree(good, { 'good.lab A': { answers: [...a, rr('good.lab', 'RRSIG', '\\# 4 00010D02')] } }),
    'bogus',
    /not signed/,
  ],
];

for (const [what, sections, status, clause] of cases) {
  test(`${what} makes a chain ${status}`, async () => {
    const chain = await verifyAt(sections);
    assert.equal(chain.status, status, chain.path.join('\n'));
    assert.match(chain.path.join('\n'), clause);
  });
}

test('names below the top of a zone are verified with the keys of the zone', async () => {
  const deep = [rr('a.b.good.lab', 'A', '203.0.113.7')];
  const chain = await verifyAt({ ...tree(good), 'a.b.good.lab A': signed(good, deep) }, { name: 'a.b.good.lab' });
  assert.equal(chain.status, 'secure', chain.path.join('\n'));
  assert.deepEqual(
    chain.path.map((line) => line.split(': ')[0]),
    ['root zone', 'lab', 'good.lab', 'a.b.good.lab'],
  );
});

test('a record made from a wildcard verifies against the wildcard', async () => {
  const wildcard = [rr('*.good.lab', 'A', '203.0.113.7')];
  const signature = { ...good.sign(wildcard, { labels: 2 }), name: 'x.good.lab' };
  const chain = await verifyAt(
    { ...tree(good), 'x.good.lab A': { answers: [rr('x.good.lab', 'A', '203.0.113.7'), signature] } },
    { name: 'x.good.lab' },
  );
  assert.equal(chain.status, 'secure', chain.path.join('\n'));
});

test('one bogus type makes the name bogus', async () => {
  const chain = await verifyAt(tree(good, { 'good.lab MX': { answers: mx } }), { types: ['A', 'MX'] });
  assert.equal(chain.status, 'bogus');
  assert.equal(chain.path.length, 5);
});

test("validity is judged against the audit's clock", async () => {
  assert.equal((await verifyAt(tree(good), { now: '2029-12-31T23:59:59Z' })).status, 'secure');
  assert.equal((await verifyAt(tree(good), { now: '2030-01-02T00:00:00Z' })).status, 'bogus');
});

test('trust starts at the closest anchor, at DNSKEY anchors too, and nowhere without one', async () => {
  const fromLab = await verifyAt(tree(good), { anchors: [makeKey('.').ds(), lab.dnskey] });
  assert.equal(fromLab.status, 'secure', fromLab.path.join('\n'));
  assert.equal(fromLab.path.length, 3);
  assert.equal((await verifyAt(tree(good), { anchors: [makeKey('.').ds()] })).status, 'bogus');
  assert.equal((await verifyAt(tree(good), { anchors: [makeKey('good.lab').ds()] })).status, 'bogus');
  assert.deepEqual(await verifyAt(tree(good), { anchors: [makeKey('net').ds()] }), {
    status: 'indeterminate',
    path: ['good.lab: no trust anchor at or above it'],
  });
});

test("the built-in anchors are the root's keys 20326 and 38696", () => {
  assert.deepEqual(
    readAnchors(null).map(({ name, type, rdata }) => [
      name,
      type,
      (rdata[0] ?? 0) * 256 + (rdata[1] ?? 0),
      rdata.length,
    ]),
    [
      ['.', 43, 20326, 36],
      ['.', 43, 38696, 36],
    ],
  );
});

test('a flood of keys with one tag costs a bounded number of verifications', async () => {
  const flood = Array.from({ length: 200 }, () => good.sign(a, { expiration: '20290101000000' })).map((row) => ({
    ...row,
    rdata: row.rdata.map((byte, i) => (i + 1 < row.rdata.length ? byte : byte ^ 1)),
  }));
  const chain = await verifyAt(tree(good, { 'good.lab A': { answers: [...a, ...flood, good.sign(a)] } }));
  assert.equal(chain.status, 'bogus', 'the good signature stands behind more bad ones than are tried');
});

test('a flood of DS records and keys with one tag is compared to a bound only', async () => {
  const flood = Array.from({ length: 500 }, () => spoiledDs(good)).map((row, i) => ({
    ...row,
    rdata: row.rdata.with(5, i & 255).with(6, i >> 8),
  }));
  const chain = await verifyAt(tree(good, { 'good.lab DS': signed(lab, [...flood, good.ds()]) }));
  assert.equal(chain.status, 'bogus', chain.path.join('\n'));
});
