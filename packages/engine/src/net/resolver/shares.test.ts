import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordLookups } from './lookups.ts';
import { createResolver } from './resolver.ts';
import { reply, startScriptedServer } from './scripted-server.ts';
import { createShares } from './shares.ts';

const { signal } = new AbortController();

test('a share ends after its questions, and only its own', () => {
  const shareOf = createShares('standard');
  const certificates = shareOf('certificates');
  assert.deepEqual(Array.from({ length: 31 }, () => certificates()).filter((may) => may).length, 30);
  assert.equal(shareOf('certificates')(), false, 'probes of one share count together');
  assert.equal(shareOf('dns')(), true);
});

test('what a used-up share may not ask, another may; what was asked before is free', async (t) => {
  const server = await startScriptedServer((query) => [reply(query)]);
  t.after(server.close);
  const shared = createResolver({ servers: [server], tryTimeoutsMs: [2_000] });
  let left = 1;
  const poor = recordLookups(shared, () => left-- > 0).resolver;
  const rich = recordLookups(shared).resolver;
  assert.equal((await rich.query('known.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('known.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('a.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('b.lab', 'A', { signal })).failure?.reason, 'budget');
  assert.equal((await rich.query('b.lab', 'A', { signal })).status, 'nodata');
  assert.equal(server.received.length, 3);
});
