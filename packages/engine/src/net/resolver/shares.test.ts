import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordLookups } from './lookups.ts';
import { createResolver } from './resolver.ts';
import { reply, startScriptedServer } from './scripted-server.ts';
import { mostQueries, type QuestionShare, questionShares } from './query-budget.data.ts';
import { createShares } from './shares.ts';

const { signal } = new AbortController();

test('a share ends after its questions, without affecting others', () => {
  const shareOf = createShares('standard');
  const certificates = shareOf('certificates');
  assert.deepEqual(Array.from({ length: 31 }, () => certificates.mayAsk()).filter((may) => may).length, 30);
  assert.equal(shareOf('certificates').mayAsk(), false, 'probes of one share count together');
  assert.equal(shareOf('dns').mayAsk(), true);
});

for (const scanMode of ['standard', 'deep'] as const) {
  const shares = Object.keys(questionShares[scanMode]) as QuestionShare[];
  for (const share of shares)
    test(`${scanMode}: ${share} can send its questions and queries when all other shares are used up`, () => {
      const shareOf = createShares(scanMode);
      const greedy = shares.filter((one) => one !== share).map(shareOf);
      for (let at = 0; at < mostQueries[scanMode]; at += 1)
        for (const { mayAsk, maySend } of greedy) {
          mayAsk();
          maySend();
        }
      const own = shareOf(share);
      const most = questionShares[scanMode][share];
      const asked = Array.from({ length: most }, () => own.mayAsk() && own.maySend());
      assert.ok(asked.every(Boolean), `${asked.filter(Boolean).length} of ${most}`);
    });
}

test('a question that a used-up share cannot send may be sent by another; earlier questions are free', async (t) => {
  const server = await startScriptedServer((query) => [reply(query)]);
  t.after(server.close);
  const shared = createResolver({ servers: [server], tryTimeoutsMs: [60_000] });
  let left = 1;
  const poor = recordLookups(shared, { mayAsk: () => left-- > 0, maySend: () => true }).resolver;
  const rich = recordLookups(shared).resolver;
  assert.equal((await rich.query('known.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('known.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('a.lab', 'A', { signal })).status, 'nodata');
  assert.equal((await poor.query('b.lab', 'A', { signal })).failure?.reason, 'budget');
  assert.equal((await rich.query('b.lab', 'A', { signal })).status, 'nodata');
  assert.equal(server.received.length, 3);
  const [, together] = await Promise.all(
    [poor, rich].map(async (resolver) => resolver.query('c.lab', 'A', { signal })),
  );
  assert.equal(together?.status, 'nodata', 'asked at the same time');
});
