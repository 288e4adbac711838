import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRenderer } from '../rendering/renderer.ts';
import { completedAudit } from '../testing/completed-audit.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { assertOnlyPdfMissing } from '../testing/documents/without-typesetter.ts';
import { firstAccount } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

// That sixteen may wait is in renderer.slow.test.ts.
test("requests beyond the queue's limit are refused with Retry-After, and succeed then", async () => {
  const service = await serviceForTests(deterministicEngine(1), {}, { renderer: createRenderer({ maxWaiting: 3 }) });
  const holder = await firstAccount(service);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await completedAudit(holder, `crowd-${n}.net`));
  const ask = async (id: string) => holder.send('GET', `/api/audit/${id}/report/pdf`);
  const answers = await Promise.all(ids.map(ask));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 503]));
  // On a busy machine one may be finished before the last request arrives, so allow fewer refusals.
  assert.ok(refused.length >= 1 && refused.length <= 2, String(refused.length));
  for (const answer of refused) {
    assert.equal(answer.headers['retry-after'], '5');
    assert.equal(problem.parse(answer.json()).code, 'service_unavailable');
  }
  for (const id of ids) assert.equal((await ask(id)).statusCode, 200);
});

test('without a typesetter for the platform everything but the PDF works', async () => {
  const renderer = createRenderer({}, new URL('../testing/platform-without-typesetter.ts', import.meta.url));
  const service = await serviceForTests(deterministicEngine(1), {}, { renderer });
  const holder = await firstAccount(service);
  await assertOnlyPdfMissing(async (method, url, body) => {
    const { statusCode, body: text } = await holder.send(method, url, body);
    return { status: statusCode, body: text };
  });
});
