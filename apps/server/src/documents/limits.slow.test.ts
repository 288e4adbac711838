import { auditStarted } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startProcess } from '../testing/child.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { type Browser, firstAccount, password } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const status = z.object({ status: z.string() });

async function completed(holder: Browser, domain: string): Promise<string> {
  const { id } = auditStarted.parse((await holder.send('POST', '/api/audit/start', { domain })).json());
  for (;;) {
    const answer = await holder.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' });
    if (status.parse(answer.json()).status === 'completed') return id;
  }
}

test("requests beyond the queue's limit are refused with Retry-After, and succeed then", async () => {
  const service = await serviceForTests(deterministicEngine(1));
  const holder = await firstAccount(service);
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) ids.push(await completed(holder, `crowd-${n}.net`));
  const ask = async (id: string) => holder.send('GET', `/api/audit/${id}/report/pdf`);
  const answers = await Promise.all(ids.map(ask));
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 503]));
  // Sixteen may wait; on a busy machine one is finished before the last request arrives, so allow a few fewer refusals.
  assert.ok(refused.length >= 1 && refused.length <= 4, String(refused.length));
  for (const answer of refused) {
    assert.equal(answer.headers['retry-after'], '5');
    assert.equal(problem.parse(answer.json()).code, 'service_unavailable');
  }
  for (const id of ids) assert.equal((await ask(id)).statusCode, 200);
});

test('without a typesetter for the platform everything but the PDF works', async () => {
  const main = path.resolve(import.meta.dirname, '../testing/main-without-typesetter.ts');
  const service = await startProcess({ PERIMETER_DATA_DIR: await temporaryDirectory() }, main);
  try {
    let token: string | undefined;
    while (token === undefined) {
      token = /setup token: (\S+)/.exec(service.printed())?.[1];
      await sleep(20);
    }
    const call = async (method: string, url: string, cookie = '', body?: object): Promise<Response> =>
      fetch(`${service.url}${url}`, {
        method,
        headers: {
          origin: service.url,
          ...(body && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const made = await call('POST', '/api/account', '', { email: 'first@example.com', password, setupToken: token });
    assert.equal(made.status, 201, await made.text());
    const cookie = /^[^;]+/.exec(made.headers.get('set-cookie') ?? '')?.[0] ?? '';
    const { id } = auditStarted.parse(
      await (await call('POST', '/api/audit/start', cookie, { domain: 'alone.net' })).json(),
    );
    while (status.parse(await (await call('GET', `/api/audit/${id}`, cookie)).json()).status !== 'completed');
    const refused = await call('GET', `/api/audit/${id}/report/pdf`, cookie);
    assert.equal(refused.status, 501);
    assert.equal(problem.parse(await refused.json()).code, 'not_implemented');
    for (const form of ['', '?format=html', '?format=sarif']) {
      assert.equal((await call('GET', `/api/audit/${id}/report${form}`, cookie)).status, 200, form);
    }
    assert.equal((await call('GET', '/verify')).status, 200);
  } finally {
    assert.equal(await service.end('SIGTERM'), 0);
  }
});
