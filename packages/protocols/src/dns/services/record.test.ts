import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase64 } from '../encodings.ts';
import { readServiceRecord } from './record.ts';

test('a record in ServiceMode is read whole', () => {
  const ech = Uint8Array.of(0, 1, 2);
  assert.deepEqual(
    readServiceRecord(
      `1 . alpn=h2,h3 port=8443 ipv4hint=192.0.2.1,192.0.2.2 ech=${toBase64(ech)} ipv6hint=2001:db8::1`,
    ),
    {
      priority: 1,
      target: '.',
      alpn: ['h2', 'h3'],
      noDefaultAlpn: false,
      mandatory: [],
      port: 8443,
      ipv4hint: ['192.0.2.1', '192.0.2.2'],
      ipv6hint: ['2001:db8::1'],
      ech,
    },
  );
  assert.deepEqual(readServiceRecord('16 CDN.Example.net.'), {
    priority: 16,
    target: 'cdn.example.net',
    alpn: [],
    noDefaultAlpn: false,
    mandatory: [],
    port: null,
    ipv4hint: [],
    ipv6hint: [],
    ech: null,
  });
});

test('an alias and malformed records give nothing', () => {
  for (const data of ['0 example.net', '\\# 3 000100', 'x .', '1', '1 . alpn=', '1 . port=99999', '1 . nonsense=1'])
    assert.equal(readServiceRecord(data), null, data);
});
