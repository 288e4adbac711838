import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserLikeSuites, legacySuites, tls13Suites, weakSuites } from './code-points.ts';
import { createHelloBuilder, curiousExtensions } from './hello.ts';

test('a first hello stays under 512 bytes and 64 suites, whatever the version', () => {
  const build = createHelloBuilder('a-rather-long-host-name.example.lab', 'seed');
  for (const version of ['SSLv3', 'TLSv1.0', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const) {
    const suites = version === 'TLSv1.3' ? tls13Suites : browserLikeSuites;
    const { record } = build({
      version,
      suites,
      protocols: ['h2', 'http/1.1'],
      extras: curiousExtensions(version),
      compressionMethods: [1, 64, 0],
    });
    assert.ok(record.length < 512, `${version}: ${record.length} bytes`);
    assert.ok(suites.length < 64);
  }
});

test('hellos of one seed are equal, and no two hellos share a random', () => {
  const [one, two] = [createHelloBuilder('a.lab', 'seed'), createHelloBuilder('a.lab', 'seed')];
  const spec = { version: 'TLSv1.2', suites: [0x2f] } as const;
  const first = one(spec).message;
  assert.deepEqual(first, two(spec).message);
  assert.notDeepEqual(first, one(spec).message);
});

test('suites are listed once, weak ones among them, TLS 1.3 ones apart', () => {
  assert.equal(new Set(legacySuites).size, legacySuites.length);
  assert.ok(weakSuites.every((code) => legacySuites.includes(code)));
  assert.ok(tls13Suites.every((code) => !legacySuites.includes(code)));
  assert.ok([0x00ff, 0x5600, 0x0000].every((code) => !legacySuites.includes(code)));
  assert.ok(legacySuites.length > 340);
});
