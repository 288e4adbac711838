import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import { isForeignName, isInternalAddress, isInternalName } from '../../derive/certificates/internal-names.ts';
import { digest, goodLeaf, leaf, problem, timedOut, type Changes } from '../testing/evidence.ts';
import { testRows, type Row } from '../testing/rows.ts';
import { certNosniLeak, certSanInternal, certWildcard } from './names.ts';

const named = (...names: readonly string[]) => ({
  subjectAltNames: names.map((value) => ({ type: 'dns' as const, value })),
});
const many = named(...Array.from({ length: 101 }, (_, at) => `host${at}.example.test`));
const unnamed = (leafSha256: string | null, ...shown: readonly Parameters<typeof leaf>[0][]): Changes => ({
  endpoint: { withoutServerName: seen({ accepted: true, leafSha256 }) },
  known: shown.map((changes) => leaf({ sha256: digest('d5'), ...changes })),
});
const other = digest('d5');
const unreadable: Changes = {
  leaf: { subjectAltNames: [] },
  problems: [problem('malformed', goodLeaf.sha256, 'extension-unreadable', 'subjectAltName', 'an octet is not ASCII')],
};

const rows: readonly Row[] = [
  [certSanInternal, 'public names', {}, 'pass'],
  [certSanInternal, 'the names cannot be read', unreadable, 'not-applicable', /subjectAltName is malformed/],
  [certWildcard, 'the names cannot be read', unreadable, 'not-applicable', /subjectAltName is malformed/],
  [
    certSanInternal,
    'a name below .local',
    { leaf: named('example.test', 'srv01.corp.local') },
    'fail',
    /names srv01\.corp\.local/,
  ],
  [
    certSanInternal,
    'a name of one label',
    { leaf: named('example.test', 'intranet01') },
    'fail',
    /intranet01, which is valid only inside/,
  ],
  [
    certSanInternal,
    'two names',
    { leaf: named('a.corp', 'b.corp') },
    'fail',
    /a\.corp, b\.corp, which are valid only inside/,
  ],
  [
    certSanInternal,
    'a private address',
    { leaf: { subjectAltNames: [{ type: 'ip', value: '10.1.2.3' }] } },
    'fail',
    /10\.1\.2\.3/,
  ],
  [certSanInternal, 'a public address', { leaf: { subjectAltNames: [{ type: 'ip', value: '203.0.113.7' }] } }, 'pass'],
  [
    certSanInternal,
    'the audited host itself',
    { leaf: named('box.local'), endpoint: { serverName: 'box.local' } },
    'pass',
  ],
  [
    certSanInternal,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [certWildcard, 'two names', {}, 'pass', /2 names, no wildcard/],
  [
    certWildcard,
    'a wildcard',
    { leaf: named('*.example.test') },
    'informational',
    /is for \*\.example\.test: an attacker/,
  ],
  [certWildcard, 'a hundred and one names', { leaf: many }, 'informational', /has 101 names/],
  [
    certWildcard,
    'the certificate cannot be read',
    { leaf: { malformed: 'Broken' }, problems: ['malformed'] },
    'not-applicable',
  ],

  [
    certNosniLeak,
    'refused',
    { endpoint: { withoutServerName: seen({ accepted: false, leafSha256: null }) } },
    'pass',
    /rejected/,
  ],
  [certNosniLeak, 'the same certificate', unnamed(goodLeaf.sha256), 'pass'],
  [certNosniLeak, 'names of the same domain', unnamed(other, named('mail.example.test')), 'pass'],
  [
    certNosniLeak,
    'the name of another site',
    unnamed(other, named('other-customer.test')),
    'fail',
    /serves a certificate for other-customer\.test; expected/,
  ],
  [
    certNosniLeak,
    'the command names no host either',
    unnamed(other, named('build01.corp')),
    'fail',
    /s_client -connect 192\.0\.2\.1:443 -noservername <\/dev\/null/,
  ],
  [certNosniLeak, 'an internal name', unnamed(other, named('build01.corp')), 'fail', /build01\.corp/],
  [
    certNosniLeak,
    'a private address',
    unnamed(other, { subjectAltNames: [{ type: 'ip', value: '192.168.1.1' }] }),
    'fail',
    /192\.168\.1\.1/,
  ],
  [
    certNosniLeak,
    'a common name where there is nothing else',
    unnamed(other, { subjectAltNames: [], commonName: 'nas.lan' }),
    'fail',
    /nas\.lan/,
  ],
  [
    certNosniLeak,
    'a common name that is no host',
    unnamed(other, { subjectAltNames: [], commonName: 'Fortinet Appliance' }),
    'pass',
  ],
  [certNosniLeak, 'what a product made up', unnamed(other, named('ingress.local')), 'pass'],
  [certNosniLeak, "a provider's own", unnamed(other, named('*.cloudfront.net')), 'pass'],
  [certNosniLeak, 'names that were not kept', unnamed(other), 'inconclusive', /not stored/],
  [certNosniLeak, 'accepted, and no certificate seen', unnamed(null), 'inconclusive'],
  [
    certNosniLeak,
    'not seen',
    { endpoint: { withoutServerName: timedOut } },
    'inconclusive',
    /No answer within 10000 ms/,
  ],
];

testRows(rows);

test('internal names end in a TLD that is never delegated, or have one label', () => {
  for (const name of ['a.local', 'A.INTERNAL', '*.corp', 'x.home.arpa', 'server', 'a.b.lan'])
    assert.ok(isInternalName(name), name);
  for (const name of [
    'localhost',
    'a.localcorp.com',
    'local.example.com',
    'ingress.local',
    '',
    'a.lab',
    '*.lab',
    '*',
    'my shop',
  ])
    assert.ok(!isInternalName(name), name);
});

test('internal addresses are those of private networks, with exact boundaries', () => {
  for (const one of [
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.1.1',
    '127.0.0.1',
    'fd00::1',
    'fe80::1',
    '::1',
  ])
    assert.ok(isInternalAddress(one), one);
  for (const one of [
    '11.0.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2001:db8::1',
    '::2',
    'fec0::1',
    'nonsense',
    '1.2.3',
    '1:2:3:4:5:6:7',
    '1::2::3',
  ])
    assert.ok(!isInternalAddress(one), one);
});

test('foreign names are those of other domains, except for provider and placeholder names', () => {
  assert.ok(isForeignName('*.other.test', 'example.test'));
  assert.ok(isForeignName('badexample.test', 'example.test'));
  for (const name of ['example.test', 'a.example.test', '*.example.test', 'x.fastly.net', 'localhost'])
    assert.ok(!isForeignName(name, 'example.test'), name);
});
