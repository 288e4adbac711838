import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concat, u8 } from '../bytes.ts';
import { readEchConfigList } from './ech-config.ts';
import { echConfig, echConfigList } from './testing/ech-config.ts';

test('a list of one configuration is read', () => {
  assert.deepEqual(readEchConfigList(echConfigList(echConfig('Public.example'))), {
    ok: true,
    configs: [{ configId: 7, kem: 0x20, publicName: 'public.example' }],
    unknown: 0,
  });
});

test('configurations of other versions are passed over', () => {
  const list = echConfigList(echConfig('', { version: 0xfe0a }), echConfig('public.example'));
  const read = readEchConfigList(list);
  assert.ok(read.ok);
  assert.equal(read.unknown, 1);
  assert.equal(read.configs.length, 1);
});

test('what no client can use is malformed', () => {
  const good = echConfigList(echConfig('public.example'));
  const bad = {
    empty: new Uint8Array(0),
    'empty list': echConfigList(),
    'cut off': good.subarray(0, -1),
    'more behind it': concat([good, u8(0)]),
    'no cipher suites': echConfigList(echConfig('public.example', { suiteBytes: 0 })),
    'half a suite': echConfigList(echConfig('public.example', { suiteBytes: 6 })),
    'an address as its name': echConfigList(echConfig('192.0.2.1')),
    'a name with a space': echConfigList(echConfig('a b.example')),
    'bytes after the extensions': echConfigList(echConfig('public.example', { more: u8(0) })),
  };
  for (const [what, bytes] of Object.entries(bad)) assert.deepEqual(readEchConfigList(bytes), { ok: false }, what);
});

test('no cut of a good list throws', () => {
  const good = echConfigList(echConfig('public.example'));
  for (let end = 0; end < good.length; end += 1) assert.equal(readEchConfigList(good.subarray(0, end)).ok, false);
});
