// limits.slow.test.ts shows the same with a typesetting process that lacks the module; here the whole service lacks it.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from '../testing/child.ts';
import { preparedDirectory } from '../testing/database.ts';
import { assertOnlyPdfMissing } from '../testing/documents/without-typesetter.ts';
import { password } from '../testing/people.ts';

test('a service whose platform has no typesetter starts, and does everything but the PDF', async () => {
  const main = path.resolve(import.meta.dirname, '../testing/main-without-typesetter.ts');
  const service = await startProcess({ PERIMETER_DATA_DIR: await preparedDirectory() }, main);
  try {
    let cookie = '';
    const ask = async (method: string, url: string, body?: object): Promise<Response> =>
      fetch(`${service.url}${url}`, {
        method,
        headers: {
          origin: service.url,
          ...(body && { 'content-type': 'application/json' }),
          ...(cookie !== '' && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    while (!service.printed().includes('setup token: ')) await sleep(20);
    const setupToken = /setup token: (\S+)/.exec(service.printed())?.[1];
    const made = await ask('POST', '/api/account', { email: 'first@example.com', password, setupToken });
    assert.equal(made.status, 201, await made.text());
    cookie = /^[^;]+/.exec(made.headers.get('set-cookie') ?? '')?.[0] ?? '';
    await assertOnlyPdfMissing(async (method, url, body) => {
      const answer = await ask(method, url, body);
      return { status: answer.status, body: await answer.text() };
    });
  } finally {
    assert.equal(await service.end('SIGTERM'), 0);
  }
});
