import type { AskedHost } from '../../evidence/names/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { subDanglingIp, subPrivateIp } from './addresses.ts';
import { host, named, nameless, own, partly, type Row, testRows } from './testing/evidence.ts';
import { at, invalid, page, quiet, refused } from './testing/hosts.ts';

const pool = seen('ec2-192-0-2-80.compute-1.amazonaws.com');
const pooled = (change: Partial<AskedHost>) =>
  named({ inventory: [own('m', { reverse: pool })], hosts: [host('m', change)] });
const foreign = { http: refused, https: page({ namesDomain: false }), tls: invalid };

const inside = { addresses: [{ address: '10.1.2.3', blockedBy: '10.0.0.0/8 Private-Use (RFC 1918)' }] };

const rows: Row[] = [
  [subDanglingIp, 'a certificate of others', pooled(foreign), 'fail', /others have it now/],
  [subDanglingIp, 'a page that names the domain', pooled({ ...foreign, https: page() }), 'pass'],
  [
    subDanglingIp,
    'a certificate of the domain',
    pooled({ ...foreign, tls: { ...invalid, names: ['a.site.lab'] } }),
    'pass',
  ],
  [
    subDanglingIp,
    'a certificate that nobody accepts, whose names were not seen',
    pooled({ ...foreign, tls: { ...invalid, names: [] } }),
    'inconclusive',
    /names of its certificate were not seen/,
  ],
  [subDanglingIp, 'a sound host', pooled({}), 'pass'],
  [subDanglingIp, 'a silent host', pooled({ http: quiet, https: quiet, tls: null }), 'inconclusive'],
  [subDanglingIp, 'an address of no pool', at(host('m', foreign)), 'pass'],
  [subDanglingIp, 'no reverse name was seen', named({ inventory: [own('m', { reverse: quiet })] }), 'inconclusive'],
  [subDanglingIp, 'a www host', nameless, 'not-applicable'],
  [
    subPrivateIp,
    'a private address',
    named({ inventory: [own('db', inside)] }),
    'fail',
    /db\.site\.lab leads to 10\.1\.2\.3/,
  ],
  [
    subPrivateIp,
    'the machine of the visitor',
    named({
      inventory: [
        own('dev', {
          addresses: [{ address: '127.0.0.1', blockedBy: '127.0.0.0/8 Loopback (RFC 1122)', refusal: 'range' }],
        }),
      ],
    }),
    'fail',
    /any program on the machine of a visitor answers for dev\.site\.lab/,
  ],
  [subPrivateIp, 'www, which is told elsewhere', named({ inventory: [own('www', inside)] }), 'pass'],
  [
    subPrivateIp,
    'a name that a wildcard makes',
    named({ inventory: [own('db', { ...inside, wildcard: true })] }),
    'pass',
  ],
  [
    subPrivateIp,
    'the wildcard itself',
    named({ inventory: [own('*', inside)] }),
    'fail',
    /\*\.site\.lab leads to 10\.1\.2\.3[^]*Reproduce: dig A '\*\.site\.lab'/,
  ],
  [
    subDanglingIp,
    'a wildcard at an address of others, asked by a random name',
    named({ inventory: [own('*', { reverse: pool })], hosts: [host('*', { ...foreign, askedAs: 'p1.site.lab' })] }),
    'fail',
    /\*\.site\.lab leads to/,
  ],
  [
    subPrivateIp,
    'a public address of the scanner',
    named({
      inventory: [
        own('audit', {
          addresses: [{ address: '192.0.2.7', blockedBy: 'an address of this machine', refusal: 'own' }],
        }),
      ],
    }),
    'pass',
  ],
  [subPrivateIp, 'public addresses', named({ inventory: [own('app')] }), 'pass'],
  [subPrivateIp, 'a name without an answer', partly, 'inconclusive'],
  [subPrivateIp, 'a www host', nameless, 'not-applicable'],
];

testRows(rows);
