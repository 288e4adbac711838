import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, networkOf } from './network.ts';

for (const [address, network] of [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
] as const) {
  test(`${address} is counted as ${network}`, () => assert.equal(networkOf(address), network));
}

test("the address that a proxy reports is used if it is valid, else the peer's address", () => {
  assert.equal(clientAddress('198.51.100.7', '10.0.0.1'), '198.51.100.7');
  assert.equal(clientAddress('fe80::1%eth0', '10.0.0.1'), 'fe80::1');
  for (const nonsense of ['unknown', '198.51.100.7:4711', '', '0x7f.1', '<script>']) {
    assert.equal(clientAddress(nonsense, '10.0.0.1'), '10.0.0.1');
  }
  assert.equal(clientAddress('unknown', undefined), '0.0.0.0');
});
