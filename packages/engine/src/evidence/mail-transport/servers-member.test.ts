import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../tls/example.ts';
import { seen, unseen, untested } from '../observed.ts';
import { mailAddressOf, mailHostOf, mailTransportOf, negotiated } from './example.ts';
import { mailTransportEvidence } from './schema.ts';
import { mailServersMember } from './servers-member.ts';

const { mailTransport } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../golden/good.lab.evidence.json'), 'utf8'),
);
const recorded = mailTransportEvidence.parse(mailTransport);

test('each address with TLS is a server, with its version, suite, group and the path of its chain', () => {
  const servers = mailServersMember(recorded, undefined);
  assert.deepEqual(
    servers.map(({ host, address, port }) => [host, address, port]),
    [
      ['mail.good.lab', '203.0.113.150', 25],
      ['mail.good.lab', '2001:db8:113::150', 25],
    ],
  );
  const [first] = servers;
  assert.deepEqual(first?.versions, [
    {
      version: 'TLSv1.3',
      cipherSuites: [{ code: '0x1301', name: 'TLS_AES_128_GCM_SHA256' }],
      groups: ['X25519MLKEM768'],
      complete: false,
    },
  ]);
  assert.deepEqual(
    first?.certificates.map(({ subject }) => subject),
    ['CN=mail.good.lab', 'CN=Lab Issuing CA E1', 'CN=Lab Root X1'],
  );
});

test('the inventory of deep mode and both chains count once; addresses without TLS do not', () => {
  const { ehlo: _ehlo, ...handshake } = negotiated({ version: 'TLSv1.2', suite: 0xc02f, group: 0x1d });
  const transport = mailTransportOf({
    hosts: [
      mailHostOf('mx.site.lab', {
        addresses: [
          mailAddressOf('192.0.2.25', {
            startTls: seen(negotiated()),
            second: seen({ ...handshake, keyKind: 'RSA' }),
          }),
          mailAddressOf('192.0.2.26', { startTls: seen({ outcome: 'not-offered' }) }),
          mailAddressOf('192.0.2.27', unseen('timeout', 'nothing-answered')),
          mailAddressOf('192.0.2.28', untested('mail-address-not-visited')),
        ],
      }),
    ],
  });
  const tested = {
    ...goodEndpoint,
    serverName: 'mx.site.lab',
    address: '192.0.2.25',
    port: 25,
    versions: [
      acceptedVersion('TLSv1.3', [0x1301], { groups: [], enumeration: 'preferred-only' }),
      acceptedVersion('TLSv1.2', [0xc02f, 0xc030], { groups: [0x17] }),
      refusedVersion('TLSv1.0'),
    ],
  };
  const servers = mailServersMember(transport, { endpoints: [tested] });
  assert.deepEqual(
    servers.map(({ address, versions }) => [
      address,
      versions.map(({ version, cipherSuites, groups, complete }) => [
        version,
        cipherSuites.map(({ code }) => code),
        groups,
        complete,
      ]),
    ]),
    [
      [
        '192.0.2.25',
        [
          ['TLSv1.3', ['0x1301', '0x1302'], ['X25519MLKEM768'], false],
          ['TLSv1.2', ['0xc02f', '0xc030'], ['secp256r1', 'x25519'], true],
        ],
      ],
    ],
  );
});
