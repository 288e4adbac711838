import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import ipaddr from 'ipaddr.js';
import { canonicalAddress, createGuard } from './guard.ts';
import { cloudMetadata, ianaSpecialPurpose4, ianaSpecialPurpose6, otherRefused } from './special-purpose.data.ts';

const guard = createGuard({ allowNetworks: [], ownAddresses: [] });

/** First and last address of a range, canonical. */
function edgesOf(cidr: string): string[] {
  const [address = '', bits = ''] = cidr.split('/');
  const first = ipaddr.parse(address).toByteArray();
  const last = first.map((byte, index) => {
    const fixedBits = Math.min(8, Math.max(0, Number(bits) - index * 8));
    return byte | (0xff >> fixedBits);
  });
  return [first, last].map((bytes) => canonicalAddress(ipaddr.fromByteArray(bytes).toString()) ?? 'not canonical');
}

const rows = [...ianaSpecialPurpose4, ...ianaSpecialPurpose6, ...otherRefused, ...cloudMetadata];

test('the tables hold the 51 rows of both registries', () => {
  assert.equal(ianaSpecialPurpose4.length, 26);
  assert.equal(ianaSpecialPurpose6.length, 25);
});

for (const row of rows) {
  test(`${row.cidr} ${row.name} is refused at both ends, and allowed when its range is allowed`, () => {
    const open = createGuard({ allowNetworks: [row.cidr, ...cloudMetadata.map(({ cidr }) => cidr)], ownAddresses: [] });
    for (const address of edgesOf(row.cidr)) {
      const refused = guard.check(address);
      assert.equal(refused.allowed, false, address);
      assert.match(refused.allowed ? '' : refused.blockedBy, /RFC|metadata/i);
      assert.deepEqual(open.check(address), { allowed: true }, address);
    }
  });
}

test('the narrowest matching range is named in the refusal', () => {
  assert.deepEqual(guard.check('192.0.0.9'), {
    allowed: false,
    refusal: 'range',
    blockedBy: '192.0.0.9/32 Port Control Protocol Anycast (RFC 7723)',
  });
});

const globalAddresses = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '198.20.0.1', '223.255.255.255'];
for (const address of [...globalAddresses, '2606:4700::1111', '2a00:1450:4001::5', '2001:200::1', '2620:4f:8001::1']) {
  test(`${address} is global unicast and allowed`, () => assert.deepEqual(guard.check(address), { allowed: true }));
}

const odd = [
  '',
  'localhost',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '8.8.8.08',
  '8.8.8.8 ',
  ' 8.8.8.8',
  '8.8.8.8.',
  '8.8.8.8:80',
  '[2606:4700::1111]',
  '2606:4700::1111%eth0',
  '2606:4700:0:0:0:0:0:1111',
  '2606:4700::1111/128',
  '2606:4700::AAAA',
  '８.８.８.８',
  '8.8.8.8\0',
  '8.8.8.8/32',
  '2606:4700::1.2.3.4',
];
for (const text of odd) {
  test(`${JSON.stringify(text)} is not a canonical numeric address`, () =>
    assert.deepEqual(guard.check(text), {
      allowed: false,
      refusal: 'unreadable',
      blockedBy: 'not a canonical numeric address',
    }));
}

test('outside of 2000::/3 every address is refused, listed or not', () => {
  for (const address of ['4000::1', 'e000::1', '1000::1', '::2:0:0:1', '200::1']) {
    assert.equal(guard.check(address).allowed, false, address);
  }
});

test('ISATAP identifiers are refused in any prefix, both forms', () => {
  for (const address of ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a00:1', '2606:4700:1:2:0:5efe:808:808']) {
    const verdict = guard.check(address);
    assert.match(verdict.allowed ? 'allowed' : verdict.blockedBy, /ISATAP/, address);
  }
});

test('allowing an IPv4 range does not allow IPv6 addresses that embed it', () => {
  const open = createGuard({ allowNetworks: ['127.0.0.0/8', '10.0.0.0/8'], ownAddresses: [] });
  assert.equal(open.check('127.0.0.1').allowed, true);
  for (const address of ['::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2002:a00:1::1']) {
    assert.equal(open.check(address).allowed, false, address);
  }
});

test('a wide range does not allow a metadata address, its own /32 or /128 does', () => {
  const wide = createGuard({ allowNetworks: ['169.254.0.0/16', 'fd00::/8', '0.0.0.0/0'], ownAddresses: [] });
  assert.equal(wide.check('169.254.1.1').allowed, true);
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16']) {
    assert.equal(wide.check(address).allowed, false, address);
  }
  const named = createGuard({ allowNetworks: ['169.254.169.254/32'], ownAddresses: [] });
  assert.equal(named.check('169.254.169.254').allowed, true);
});

test("the machine's own addresses are refused unless their range is allowed", () => {
  const own = ['8.8.4.4', '2606:4700::9'];
  const strict = createGuard({ allowNetworks: [], ownAddresses: own });
  assert.deepEqual(strict.check('8.8.4.4'), {
    allowed: false,
    refusal: 'own',
    blockedBy: 'an address of this machine',
  });
  assert.equal(strict.check('2606:4700::9').allowed, false);
  const open = createGuard({ allowNetworks: ['8.8.4.0/24'], ownAddresses: own });
  assert.equal(open.check('8.8.4.4').allowed, true);
});

test('the guard and the oracle agree on IPv4, except for rows and metadata addresses that the oracle lacks', () => {
  const listed = new BlockList();
  for (const { cidr } of rows.filter((row) => row.cidr.includes('.'))) {
    const [address = '', bits = ''] = cidr.split('/');
    listed.addSubnet(address, Number(bits), 'ipv4');
  }
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const { allowed } = guard.check(address);
      assert.equal(allowed, !listed.check(address));
      if (ipaddr.parse(address).range() !== 'unicast') assert.equal(allowed, false, address);
    }),
    { numRuns: 500 },
  );
});

test('any IPv6 address that is special in the oracle is refused', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const address = canonicalAddress(text);
      if (address === null) return;
      const oracle = ipaddr.parse(address).range();
      if (oracle !== 'unicast') assert.equal(guard.check(address).allowed, false, `${address} is ${oracle}`);
    }),
    { numRuns: 500 },
  );
});

test('no text makes the guard throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => void guard.check(text)),
    { numRuns: 300 },
  );
});
