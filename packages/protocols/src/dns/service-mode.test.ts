import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readServiceMode } from './service-mode.ts';

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
