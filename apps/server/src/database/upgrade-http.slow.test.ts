// Reports of schema 1.3: HTTP without policies, cookies and third parties, and with grades for categories that were not
// assessed.
import { auditList } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../process/service.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { keptDirectory, readKept } from '../testing/kept-database.ts';
import { lazily, testSettings } from '../testing/service.ts';

const kept = readKept('6dd6efe4');
const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});

test('reports of schema 1.3 are read, displayed, rendered in every form and compared', async () => {
  const settings = testSettings(await keptDirectory(kept), {
    PERIMETER_SECRET: kept.secret,
    PERIMETER_PUBLIC_URL: 'https://audit.example.org',
  });
  const service = await startService(settings, goldenEngine(1), lazily);
  stops.push(service.stop);
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${kept.key}` } });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text.slice(0, 200)}`);
    return text;
  };
  const { audits } = auditList.parse(JSON.parse(await get('/api/audits')));
  const completed = audits.filter(({ status }) => status === 'completed');
  assert.ok(completed.length > 1);
  for (const { id, domain } of completed) {
    const stored = report.parse(JSON.parse(await get(`/api/audit/${id}/report`)));
    assert.equal(stored.schemaVersion, '1.3');
    assert.equal(stored.http?.csp, undefined);
    assert.equal(Object.keys(stored.score.categoryGrades).length, 4);
    for (const path of [
      `/api/audit/${id}/report?format=html`,
      `/api/audit/${id}/report?format=markdown`,
      `/audits/${id}`,
    ])
      assert.ok((await get(path)).includes(domain), path);
  }
  const [a, b] = [...new Set(completed.map(({ domain }) => domain))];
  assert.ok(a !== undefined && b !== undefined);
  await get(`/api/compare?targetA=${a}&targetB=${b}`);
});
