import type { Row } from '../../../catalogue/testing/rows.ts';
import { exampleZoneBehind, zoneRecord, zoneReplyWith } from '../../../evidence/zone/example.ts';
import { everyServer, type Given, servers, testRows } from '../../derive/dns/testing/evidence.ts';
import { dnsPrivateAddress, dnsSvcbMalformed, dnsTtlExtreme } from './addresses.ts';

const failed: Given = {
  answers: {
    A: 'failed',
    AAAA: 'failed',
    'A www.site.lab': 'failed',
    'AAAA www.site.lab': 'failed',
    NS: 'failed',
    MX: 'failed',
    HTTPS: 'failed',
  },
};
const empty: Given = { answers: { A: [], AAAA: [], 'A www.site.lab': [], NS: [], MX: [], HTTPS: [] } };
const https = (data: string): Given => ({ answers: { HTTPS: [data] } });
const ttl = (type: 'NS' | 'A', seconds: number, data: string): Given => ({
  servers: servers({ replies: { [type]: zoneReplyWith({ answer: [zoneRecord('site.lab', type, data, seconds)] }) } }),
});
const noNs: Given = { servers: everyServer({ replies: { NS: 'silent' } }) };

const rows: readonly Row<Given>[] = [
  [dnsPrivateAddress, 'public addresses', {}, 'pass'],
  [
    dnsPrivateAddress,
    'a private address',
    { answers: { 'A www.site.lab': ['10.1.2.3'] } },
    'fail',
    /www\.site\.lab has the address 10\.1\.2\.3/,
  ],
  [dnsPrivateAddress, 'loopback over IPv6', { answers: { AAAA: ['::1'] } }, 'fail', /::1/],
  [dnsPrivateAddress, 'a unique local address', { answers: { AAAA: ['fd00::1'] } }, 'fail'],
  [
    dnsPrivateAddress,
    'what resolvers answer that filter names',
    { answers: { A: ['0.0.0.0'] } },
    'inconclusive',
    /as those do that filter names/,
  ],
  [
    dnsPrivateAddress,
    'the same, signed',
    {
      answers: {
        A: { records: [{ name: 'site.lab', type: 'A', ttl: 300, data: '0.0.0.0' }], security: 'secure' },
      },
    },
    'pass',
  ],
  [dnsPrivateAddress, 'no addresses', empty, 'not-applicable'],
  [dnsPrivateAddress, 'no answer', failed, 'inconclusive'],
  [dnsSvcbMalformed, 'a service', {}, 'pass'],
  [dnsSvcbMalformed, 'unreadable', https('\\# 3 000100'), 'fail', /cannot be parsed/],
  [dnsSvcbMalformed, 'an alias with parameters, which are ignored', https('0 cdn.lab alpn="h3"'), 'pass'],
  [dnsSvcbMalformed, 'an alias with a mandatory key that is not there', https('0 cdn.lab mandatory=port'), 'pass'],
  [
    dnsSvcbMalformed,
    'an alias with parameters out of order',
    https('\\# 24 00000363646e036c61620000030002003500010003026832'),
    'pass',
  ],
  [dnsSvcbMalformed, 'an alias whose target is cut off', https('\\# 5 0000036364'), 'fail', /cannot be parsed/],
  [
    dnsSvcbMalformed,
    'a mandatory key that is not there',
    https('\\# 9 000100000000020003'),
    'fail',
    /\(mandatory keys are out of order or missing\)/,
  ],
  [dnsSvcbMalformed, 'alpn twice', https('\\# 17 0001000001000302683200010003026832'), 'fail', /out of order/],
  [dnsSvcbMalformed, 'an alias', https('0 cdn.lab'), 'pass'],
  [
    dnsSvcbMalformed,
    'a mandatory key that is not there',
    https('1 . mandatory=port alpn="h2"'),
    'fail',
    /mandatory names port/,
  ],
  [dnsSvcbMalformed, 'a mandatory key', https('1 . mandatory=alpn alpn="h2"'), 'pass'],
  [
    dnsSvcbMalformed,
    'no-default-alpn alone',
    https('1 . no-default-alpn'),
    'fail',
    /without alpn\. Clients drop it and all/,
  ],
  [dnsSvcbMalformed, 'a key twice', https('1 . port=443 port=444'), 'fail', /twice/],
  [dnsSvcbMalformed, 'no records', empty, 'not-applicable'],
  [dnsSvcbMalformed, 'no answer', failed, 'inconclusive'],
  [dnsTtlExtreme, 'usual times', {}, 'pass'],
  [dnsTtlExtreme, 'name servers for a minute', ttl('NS', 60, 'ns1.site.lab'), 'informational', /60 seconds/],
  [dnsTtlExtreme, 'an address for a month', ttl('A', 2_592_000, '192.0.2.1'), 'informational', /30 days/],
  [dnsTtlExtreme, 'no answer', noNs, 'inconclusive'],
  [dnsTtlExtreme, 'port 53 is blocked', { zone: exampleZoneBehind('blocked') }, 'inconclusive'],
];

testRows(rows);
