import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase64 } from '../encodings.ts';
import { readServiceMode, readServiceRecord } from './record.ts';

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

test('modes are told apart', () => {
  assert.deepEqual(readServiceMode('0 .'), { mode: 'alias', target: '.' });
  assert.deepEqual(readServiceMode('0 CDN.example.'), { mode: 'alias', target: 'cdn.example' });
  const read = readServiceMode('1 . mandatory=key667,alpn alpn=h3 no-default-alpn key667=x');
  assert.equal(read.mode, 'service');
  assert.deepEqual(read.mode === 'service' && read.record.mandatory, ['alpn', 'key667']);
  assert.equal(read.mode === 'service' && read.record.noDefaultAlpn, true);
});

test('malformed records say why, in the form of unknown types too', () => {
  for (const [data, problem] of [
    ['1 . mandatory=key667', /Mandatory keys/],
    ['1 . mandatory=alpn port=443', /Mandatory keys/],
    ['1 . alpn=h2 alpn=h3', /stands twice/],
    // alpn twice: 1 . alpn=h2 alpn=h2
    ['\\# 17 0001 00 00010003026832 00010003026832', /out of order/],
    ['\\# 10 0001 00 0003000301bb', /./],
    ['\\# 3 000100 00', /./],
  ] as const) {
    const read = readServiceMode(data);
    assert.equal(read.mode, 'malformed', data);
    assert.match(read.mode === 'malformed' ? read.problem : '', problem);
  }
});
