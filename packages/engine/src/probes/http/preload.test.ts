import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type HttpExchange, httpPreload } from '../../evidence/http/schema.ts';
import { testContext } from '../testing/context.ts';
import { preloadOf } from './preload.ts';

const folder = mkdtempSync(join(tmpdir(), 'preload-probe-'));
after(() => rmSync(folder, { recursive: true }));

const asked = (url: string): HttpExchange => ({
  id: url,
  url,
  method: 'GET',
  address: null,
  port: 443,
  requestHead: '',
  tls: null,
  result: { ok: false, failure: { reason: 'cancelled', gap: 'audit-ended' } },
});

const exchanges = ['https://www.site.lab/a', 'http://www.site.lab/', 'https://other.lab/'].map(asked);

function lookUp(preloadList: string | null) {
  const target = { domain: 'www.site.lab', registrableDomain: 'site.lab' };
  return preloadOf(testContext({ target, settings: { preloadList } }), exchanges);
}

test("each of the target's hosts is looked up once, and foreign hosts are not", async () => {
  const file = join(folder, 'list.json');
  writeFileSync(file, '{ "entries": [ { "name": "www.site.lab", "mode": "force-https" } ] }');
  const preload = await lookUp(file);
  assert.ok(preload.known);
  assert.deepEqual(httpPreload.parse(preload.value).hosts, [
    { host: 'site.lab', entry: null },
    { host: 'www.site.lab', entry: { name: 'www.site.lab', includeSubdomains: false } },
  ]);
});

test('without a list, or with an unusable one, the result is open, with the reason', async () => {
  const file = join(folder, 'cut.json');
  writeFileSync(file, '{ "entries": [');
  const [none, cut] = [await lookUp(null), await lookUp(file)];
  assert.equal(none.known ? '' : none.failure.reason, 'not-tested');
  assert.equal(cut.known ? '' : cut.failure.reason, 'malformed');
});
