import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHost, type SpfVerdict } from './check-host.ts';
import { scriptedLookup, type ZoneData } from './testing/zone-data.ts';

const nibbles = (text: string): string => [...text].toReversed().join('.');

const zones: ZoneData = {
  'many.lab': [{ TXT: `v=spf1 ${'a:gone.lab '.repeat(2)}ip4:192.0.2.1 -all` }],
  'voids.lab': [{ TXT: 'v=spf1 a:gone.lab a:gone2.lab a:gone3.lab ?all' }],
  'ten.lab': [{ TXT: `v=spf1 ${'a:one.lab '.repeat(10)}-all` }],
  'eleven.lab': [{ TXT: `v=spf1 ${'a:one.lab '.repeat(11)}-all` }],
  'one.lab': [{ A: '192.0.2.77' }, { AAAA: '2001:db8::77' }],
  'loop.lab': [{ TXT: 'v=spf1 include:loop.lab -all' }],
  'mx.lab': [{ TXT: 'v=spf1 mx/30//64 ~all' }, { MX: [10, 'one.lab'] }],
  'mx11.lab': [{ TXT: 'v=spf1 mx -all' }, ...Array.from({ length: 11 }, (_, n) => ({ MX: [n, `m${n}.lab`] }))],
  'over.lab': [{ TXT: 'v=spf1 include:mx.lab -all' }],
  'over-open.lab': [{ TXT: 'v=spf1 include:mx.lab' }],
  'late.lab': [{ TXT: 'v=spf1 ip4:192.0.2.1 a:silent.lab -all' }],
  'silent.lab': ['TIMEOUT'],
  'to.lab': [{ TXT: 'v=spf1 redirect=mx.lab' }],
  'to-none.lab': [{ TXT: 'v=spf1 redirect=one.lab' }],
  'all-first.lab': [{ TXT: 'v=spf1 ?all redirect=to-none.lab' }],
  'exists.lab': [{ TXT: 'v=spf1 exists:%{l1r+}.%{i}.%{v}.%{d2} -all exp=why.lab' }],
  'joe.192.0.2.9.in-addr.exists.lab': [{ A: '127.0.0.2' }],
  'why.lab': [{ TXT: '%{S} from %{c}%_is not sent by %{o}, says %{h}' }],
  'ptr.lab': [{ TXT: 'v=spf1 ptr -all exp=name.lab' }],
  'name.lab': [{ TXT: '%{p}' }],
  '5.2.0.192.in-addr.arpa': [{ PTR: 'host.ptr.lab.' }],
  'host.ptr.lab': [{ A: '192.0.2.5' }],
  [`${nibbles('20010db8000000000000000000000005')}.ip6.arpa`]: [{ PTR: 'liar.ptr.lab' }],
  'liar.ptr.lab': [{ AAAA: '2001:db8::6' }],
  'mapped.lab': [{ TXT: 'v=spf1 ip4:192.0.2.0/24 -all' }],
  'ip6.lab': [{ TXT: 'v=spf1 ip6:2001:db8::/33 -all' }],
};

const check = async (domain: string, ip: string, local = 'joe+list'): Promise<SpfVerdict> =>
  checkHost({ ip, helo: 'client.lab', mailFrom: `${local}@${domain}` }, scriptedLookup(zones));

const results: readonly (readonly [domain: string, ip: string, result: string, why: string])[] = [
  ['many.lab', '192.0.2.1', 'pass', 'two queries without records are allowed'],
  ['voids.lab', '192.0.2.1', 'permerror', 'a third is not'],
  ['ten.lab', '192.0.2.1', 'fail', 'ten terms may ask'],
  ['eleven.lab', '192.0.2.1', 'permerror', 'an eleventh may not'],
  ['eleven.lab', '192.0.2.77', 'pass', 'a match before the limit counts'],
  ['loop.lab', '192.0.2.1', 'permerror', 'a loop ends at the limit'],
  ['mx.lab', '192.0.2.78', 'pass', 'the prefix length for IPv4'],
  ['mx.lab', '2001:db8::1:2:3:4', 'pass', 'the prefix length for IPv6'],
  ['mx.lab', '192.0.2.80', 'softfail', 'beside the prefix'],
  ['mx11.lab', '192.0.2.1', 'permerror', 'more than ten names'],
  ['late.lab', '192.0.2.1', 'pass', 'nobody asks what stands behind a match'],
  ['late.lab', '192.0.2.2', 'temperror', 'no answer'],
  ['to.lab', '192.0.2.77', 'pass', 'a redirect'],
  ['to-none.lab', '192.0.2.1', 'permerror', 'a redirect to a name without a record'],
  ['all-first.lab', '192.0.2.1', 'neutral', 'a redirect beside an all is ignored'],
  ['exists.lab', '192.0.2.9', 'pass', 'macros in a name'],
  ['ptr.lab', '192.0.2.5', 'pass', 'a name that leads back'],
  ['ptr.lab', '2001:db8::5', 'fail', 'a name that leads elsewhere'],
  ['mapped.lab', '::ffff:192.0.2.5', 'pass', 'IPv4 in IPv6 form is IPv4'],
  ['ip6.lab', '2001:db8:7fff::1', 'pass', 'inside 33 bits'],
  ['ip6.lab', '2001:db8:8000::1', 'fail', 'outside 33 bits'],
  ['ip6.lab', '192.0.2.1', 'fail', 'the other family'],
  ['nobody.lab', '192.0.2.1', 'none', 'no record'],
];
for (const [domain, ip, result, why] of results) {
  test(`${domain} gives ${ip} ${result}: ${why}`, async () => assert.equal((await check(domain, ip)).result, result));
}

test('a failure is explained in the words of the owner', async () => {
  assert.deepEqual(await check('exists.lab', '192.0.2.1', 'a b'), {
    result: 'fail',
    explanation: 'a%20b%40exists.lab from 192.0.2.1 is not sent by exists.lab, says client.lab',
    voids: 1,
    matched: { domain: 'exists.lab', term: '-all' },
  });
  assert.equal((await check('ptr.lab', '2001:db8::5')).explanation, 'unknown');
});

test('the mechanism that decided is named, of an include the one in its record', async () => {
  for (const [domain, ip, matched] of [
    ['exists.lab', '192.0.2.9', 'exists.lab exists:%{l1r+}.%{i}.%{v}.%{d2}'],
    ['over.lab', '192.0.2.77', 'mx.lab mx/30//64'],
    ['over.lab', '198.51.100.1', 'over.lab -all'],
    ['over-open.lab', '198.51.100.1', null],
    ['to.lab', '192.0.2.77', 'mx.lab mx/30//64'],
  ] as const) {
    const found = (await check(domain, ip)).matched;
    assert.equal(found === null ? null : `${found.domain} ${found.term}`, matched);
  }
});

test('a client without an address is an error of the caller', async () => {
  await assert.rejects(check('mx.lab', 'localhost'), { name: 'ProtocolError' });
});
