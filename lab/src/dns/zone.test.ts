import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delegation, httpsRecord, ipv6Octets, ipv6ReverseName, opaque, text, zoneText, type Zone } from './zone.ts';
import { planZones } from './zones.ts';

const zone: Zone = {
  origin: 'good.lab',
  nameServers: ['ns1.nic.lab', 'ns2.nic.lab'],
  records: [['www', 'A', '203.0.113.101']],
};

const plan = planZones({
  mailDigests: { key: 'ab', certificate: 'cd', issuerKey: 'ef', twoKeys: ['12', '34'] },
  webKeyDigests: ['aa'],
  daneKeyDigest: 'cd',
  issuerKeyDigest: 'ef',
  mailKeyDigest: 'bb',
  dkimPublicKey: 'cc',
});

test('a zone file begins with origin, SOA and name servers', () => {
  assert.deepEqual(zoneText(zone).split('\n'), [
    '$ORIGIN good.lab.',
    '$TTL 300',
    '@ IN SOA ns1.nic.lab. hostmaster.nic.lab. 2026010101 14400 3600 1209600 300',
    '@ IN NS ns1.nic.lab.',
    '@ IN NS ns2.nic.lab.',
    'www IN A 203.0.113.101',
    '',
  ]);
});

test('a parent delegates by a relative name, the root by an absolute one', () => {
  assert.deepEqual(delegation(zone, 'lab')[0], ['good', 'NS', 'ns1.nic.lab.']);
  assert.deepEqual(delegation({ ...zone, origin: 'lab' }, '')[0], ['lab.', 'NS', 'ns1.nic.lab.']);
});

test('text is split into strings of 255 bytes and quotes are escaped', () => {
  assert.equal(text('say "hi"'), '"say \\"hi\\""');
  assert.equal(text('x'.repeat(300)), `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`);
});

test('an IPv6 address has sixteen octets and a name under ip6.arpa', () => {
  assert.equal(ipv6Octets('2001:db8:113::101').toString('hex'), '20010db8011300000000000000000101');
  assert.equal(ipv6ReverseName('2001:db8:113::', 12), '3.1.1.0.8.b.d.0.1.0.0.2.ip6.arpa');
});

test('an HTTPS record carries its parameters in ascending order', () => {
  const wire = httpsRecord(['h2'], { ipv4Hint: '203.0.113.101', ipv6Hint: '2001:db8:113::101' });
  const parameters = ['0001 0003 026832', '0004 0004 cb007165', '0006 0010 20010db8011300000000000000000101'];
  assert.equal(opaque(wire), `\\# 38 ${['0001 00', ...parameters].join('').replaceAll(' ', '')}`);
});

test('every zone but the root has a parent in the plan that delegates to it', () => {
  const tld = zoneText(plan.tld);
  const root = zoneText(plan.root);
  const isBelow = ({ origin }: { origin: string }): boolean => origin.split('.').length > 2;
  for (const { origin } of plan.leaves.filter((zone) => !isBelow(zone)))
    assert.match(tld, new RegExp(`^${origin.replace('.lab', '')} IN NS`, 'm'));
  for (const { origin } of plan.leaves.filter(isBelow)) {
    const [label = '', ...rest] = origin.split('.');
    const parent = plan.leaves.find((zone) => zone.origin === rest.join('.')) ?? assert.fail(origin);
    assert.match(zoneText(parent), new RegExp(`^${label} IN NS`, 'm'));
  }
  for (const { origin } of [plan.tld, ...plan.outside]) assert.match(root, new RegExp(`^${origin}\\. IN NS`, 'm'));
});

test('no zone exists twice', () => {
  const origins = plan.leaves.map(({ origin }) => origin);
  assert.equal(new Set(origins).size, origins.length);
});
