import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sideBySide } from '@perimeter/lab/harness';
import { readHeartbleed } from '../../evidence/vulnerabilities/flaws/heartbleed.ts';
import { found, isVulnerable } from './testing/found.ts';
import { startFake } from './testing/servers.ts';
import { takeFlaws } from './testing/take.ts';

// Servers with only suites that browsers do not offer: a first hello is refused, and no handshake can complete here.
const kinds = ['export', 'des', 'null', 'anonymous'] as const;

sideBySide('servers with suites that no browser offers', () => {
  for (const kind of kinds) {
    for (const scanMode of ['deep', 'standard'] as const) {
      const expected = scanMode === 'deep' ? true : null;
      test(`Heartbleed behind ${kind} suites is ${expected === null ? 'not ruled out' : 'found'} in ${scanMode} mode`, async (t) => {
        const server = await startFake(`heartbleed-${kind}`);
        t.after(server.close);
        const target = { host: 'server.test', address: '127.0.0.1', ports: { 443: server.port } };
        const { endpoint } = await takeFlaws(target, { scanMode });
        assert.equal(isVulnerable(endpoint.heartbleed, readHeartbleed), expected);
        assert.deepEqual(found(endpoint), expected === null ? [] : ['heartbleed']);
      });
    }
  }
});
