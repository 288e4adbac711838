import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkIn, readOptOutTarget } from './opt-out-target.ts';

const rows: readonly [input: string, name: string | null][] = [
  ['owner.net', 'owner.net'],
  [' Owner.NET. ', 'owner.net'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.77/24', '203.0.113.0/24'],
  ['203.0.113.77/27', '203.0.113.64/27'],
  ['203.0.113.77', '203.0.113.77/32'],
  ['198.51.100.0/23', '198.51.100.0/23'],
  ['255.255.255.255/1', '128.0.0.0/1'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['2001:DB8:1:2:3::7/48', '2001:db8:1::/48'],
  ['2001:db8:ffff:ffff::/33', '2001:db8:8000::/33'],
  ['2001:db8::7', '2001:db8::7/128'],
  ['2001:db8::/129', null],
  ['203.0.113.0/33', null],
  ['203.0.113.0/0', null],
  ['203.0.113.0/', null],
  ['203.0.113.0/24/8', null],
  ['203.0.113/24', null],
  ['::ffff:203.0.113.7', null],
  ['fe80::1%eth0', null],
  ['com', null],
  ['', null],
];

for (const [input, name] of rows)
  test(`${JSON.stringify(input)} is ${name === undefined ? 'refused' : `read as ${name}`}`, () => {
    const read = readOptOutTarget(input);
    assert.equal(read.ok ? read.target.name : null, name);
  });

test('a network contains its addresses in every notation, and no others', () => {
  const [four] = networkIn('203.0.113.64/27');
  const [six] = networkIn('2001:db8:1::/48');
  assert.deepEqual(
    ['203.0.113.63', '203.0.113.64', '203.0.113.95', '203.0.113.96', '2001:db8:1::1'].map((one) => four?.has(one)),
    [false, true, true, false, false],
  );
  assert.deepEqual(
    ['2001:db8:1::', '2001:0DB8:1:ffff::9', '2001:db8:2::', '203.0.113.64'].map((one) => six?.has(one)),
    [true, true, false, false],
  );
  assert.deepEqual(networkIn('example.net'), []);
});
