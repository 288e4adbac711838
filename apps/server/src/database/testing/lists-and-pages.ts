import { auditList, auditStarted } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import type { Service } from '../../process/parts.ts';
import type { KeptDatabase } from '../../testing/kept-database.ts';

/** Asserts that a service on a kept database lists its audits, shows them on pages, and lists a new one above them. */
export async function assertListsAndPages(service: Service, kept: KeptDatabase): Promise<void> {
  const authorised = { authorization: `Bearer ${kept.key}` };
  const get = async (path: string): Promise<Response> => fetch(`${service.url}${path}`, { headers: authorised });
  const list = async () => auditList.parse(await (await get('/api/audits')).json()).audits;

  const before = await list();
  assert.ok(before.length > 0);
  for (const { id, domain, score, gradeStatus } of before) {
    assert.equal(gradeStatus, null);
    for (const path of [`/audits/${id}`, `/audits/${id}/checks/cert-expired`]) {
      const page = await get(path);
      assert.equal(page.status, 200, path);
      const html = await page.text();
      assert.ok(html.includes(domain) && (path.includes('checks') || html.includes(`${score} of 100`)), path);
    }
  }
  const started = await fetch(`${service.url}/api/audit/start`, {
    method: 'POST',
    headers: { ...authorised, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'redirect.lab' }),
  });
  assert.equal(started.status, 202);
  const { id } = auditStarted.parse(await started.json());
  while ((await list()).find((one) => one.id === id)?.status !== 'completed')
    await fetch(`${service.url}/api/audit/${id}`, { headers: { ...authorised, prefer: 'wait=5' } });
  const [newest] = await list();
  assert.deepEqual([newest?.id, newest?.private], [id, false]);
  assert.notEqual(newest?.gradeStatus, null);
}
