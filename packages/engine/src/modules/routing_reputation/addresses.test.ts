import { seen, unseen } from '../../evidence/observed.ts';
import { exampleAddress, exampleHost } from '../../evidence/routing/example.ts';
import { refused } from '../derive/http/testing/evidence.ts';
import { ipBogon, ip6Special, ptrMissing, singleAddress } from './addresses.ts';
import { base, four, type Given, type Row, testRows } from './testing/evidence.ts';

const lost = unseen('timeout', 'no-address');
const web = (ipv4: readonly string[], ipv6: readonly string[] = []) =>
  exampleHost(base, { ipv4: seen([...ipv4]), ipv6: seen([...ipv6]) });
const blocked = (address: string, range: string) => exampleAddress(address, { blockedBy: range });
const at = (hosts: readonly ReturnType<typeof web>[], ...addresses: readonly ReturnType<typeof blocked>[]): Given => ({
  change: { hosts: [...hosts], addresses: [...addresses] },
});
const documentation = '203.0.113.0/24 Documentation (RFC 5737)';

const rows: readonly Row[] = [
  [ipBogon, 'public addresses', {}, 'pass'],
  [
    ipBogon,
    'documentation',
    at([web(['203.0.113.9'])], blocked('203.0.113.9', documentation)),
    'fail',
    /203\.0\.113\.9/,
  ],
  [
    ipBogon,
    'an internal address beside a public one',
    at([web(['10.1.2.3', four])], blocked('10.1.2.3', '10.0.0.0/8 Private-Use (RFC 1918)'), exampleAddress(four)),
    'fail',
  ],
  [
    ipBogon,
    'an internal address alone is a leak, and a check of its own',
    at([web(['10.1.2.3'])], blocked('10.1.2.3', '10.0.0.0/8 Private-Use (RFC 1918)')),
    'pass',
  ],
  [ipBogon, 'an owner who opted out', at([web([four])], blocked(four, 'opted-out')), 'pass'],
  [ipBogon, 'an answer is missing', { change: { hosts: [exampleHost(base, { ipv4: lost })] } }, 'inconclusive'],
  [ipBogon, 'no IPv4', at([web([], ['2001:db8::1'])]), 'not-applicable'],
  [ip6Special, 'global unicast', {}, 'pass'],
  [
    ip6Special,
    'unique local',
    at([web([four], ['fd00::1'])], blocked('fd00::1', 'fc00::/7 Unique-Local (RFC 4193)')),
    'fail',
    /fd00::1 in .*: clients without IPv4 get no answer[^]*\?type=AAAA/,
  ],
  [
    ip6Special,
    'mapped',
    at([web([], ['::ffff:1.2.3.4'])], blocked('::ffff:1.2.3.4', '::ffff:0:0/96 IPv4-mapped')),
    'fail',
  ],
  [
    ip6Special,
    '6to4, which clients take after IPv4',
    at([web([four], ['2002:c000:250::1'])], blocked('2002:c000:250::1', '2002::/16 6to4 (RFC 3056)')),
    'fail',
    /relays of 6to4 alone/,
  ],
  [
    ip6Special,
    'Teredo',
    at([web([four], ['2001:0:c000::1'])], blocked('2001:0:c000::1', '2001::/32 TEREDO (RFC 4380)')),
    'fail',
    /relays of Teredo alone/,
  ],
  [
    ip6Special,
    'documentation, which they try first',
    at([web([four], ['2001:db8::1'])], blocked('2001:db8::1', '2001:db8::/32 Documentation (RFC 3849)')),
    'fail',
    /try it first and wait/,
  ],
  [ip6Special, 'outside', at([web([], ['5000::1'])], blocked('5000::1', 'outside 2000::/3 (RFC 4291)')), 'fail'],
  [ip6Special, 'no IPv6', at([web([four])], exampleAddress(four)), 'not-applicable'],
  [ip6Special, 'an answer is missing', { change: { hosts: [exampleHost(base, { ipv6: lost })] } }, 'inconclusive'],
  [ptrMissing, 'named', {}, 'pass'],
  [
    ptrMissing,
    'unnamed',
    at([web([four])], exampleAddress(four, { reverse: seen(null) })),
    'informational',
    /in-addr\.arpa/,
  ],
  [ptrMissing, 'no answer', at([web([four])], exampleAddress(four, { reverse: lost })), 'inconclusive'],
  [ptrMissing, 'no address', at([web([])]), 'not-applicable'],
  [singleAddress, 'one of each family', {}, 'informational', /192\.0\.2\.80/],
  [singleAddress, 'two', at([web([four, '192.0.2.81'])]), 'pass'],
  [singleAddress, 'nothing but refusals', { more: { http: refused.http } }, 'not-applicable'],
  [singleAddress, 'no site', at([web([])]), 'not-applicable'],
  [singleAddress, 'an answer is missing', { change: { hosts: [exampleHost(base, { ipv6: lost })] } }, 'inconclusive'],
];

testRows(rows);
