import { auditList, auditStarted } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../process/service.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { keptDirectory, readKept } from '../testing/kept-database.ts';
import { testSettings } from '../testing/service.ts';

const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});

// From before reports had sections, accounts a setting for private audits, and lists the provisional state of a grade.
for (const commit of ['f2dfe5d', 'bff2acbd']) {
  const kept = readKept(commit);
  const authorised = { authorization: `Bearer ${kept.key}` };

  test(`lists and pages of the database of ${commit}`, async () => {
    const settings = testSettings(await keptDirectory(kept), {
      PERIMETER_SECRET: kept.secret,
      PERIMETER_PUBLIC_URL: 'https://audit.example.org',
    });
    const service = await startService(settings, goldenEngine(1));
    stops.push(service.stop);
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
  });
}
