import { auditList, auditStarted } from '@perimeter/contract/audit';
import { comparison } from '@perimeter/contract/compare';
import { report } from '@perimeter/contract/report';
import { verification } from '@perimeter/contract/verification';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unpackEvidence } from '../jobs/seal.ts';
import type { Service } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { keptDirectory, readKept } from '../testing/kept-database.ts';
import { lazily, testSettings } from '../testing/service.ts';

// A database from before audits had stated authority, with all DNS and mail modules.
const kept = readKept('e1a1e05c');
const rows = (table: string) => kept.tables[table] ?? assert.fail(table);
const authorised = { authorization: `Bearer ${kept.key}` };

let service: Service;
before(async () => {
  const settings = testSettings(await keptDirectory(kept), {
    PERIMETER_SECRET: kept.secret,
    PERIMETER_PUBLIC_URL: 'https://audit.example.org',
  });
  service = await startService(settings, goldenEngine(1), lazily);
});
after(async () => service.stop());

const get = async (path: string): Promise<Response> => fetch(`${service.url}${path}`, { headers: authorised });
const list = async () => auditList.parse(await (await get('/api/audits')).json()).audits;

test('audits of that version have no authority, and their reports and PDFs are readable', async () => {
  const audits = await list();
  assert.deepEqual(audits.map(({ domain, authority }) => `${domain} ${authority}`).toSorted(), [
    'bad.lab false',
    'good.lab false',
    'good.lab false',
  ]);
  for (const { id } of audits) {
    const read = report.parse(await (await get(`/api/audit/${id}/report`)).json());
    assert.equal(read.authority, undefined);
    assert.ok(read.modules.some((module) => module.id === 'email_transport'));
    const pdf = await (await get(`/api/audit/${id}/report/pdf`)).arrayBuffer();
    const verified = await fetch(`${service.url}/api/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: pdf,
    });
    const said = verification.parse(await verified.json());
    assert.deepEqual([said.report?.id, said.verdict], [id, 'authentic']);
  }
});

test("mail and zone evidence of that version is read by today's schemas", async () => {
  for (const row of rows('audit_evidence')) {
    const evidence = await unpackEvidence(Buffer.from(String(row['body']).slice(2), 'hex'));
    for (const kind of ['zone', 'dnssec', 'mailAuth', 'mailTransport'] as const)
      assert.ok(evidence[kind] !== undefined, `${evidence.target.domain}: ${kind}`);
  }
});

test('a comparison uses the latest audit of each domain, and reports which had authority', async () => {
  const compared = async () =>
    comparison.parse(await (await get('/api/compare?targetA=redirect.lab&targetB=good.lab')).json());
  const started = await fetch(`${service.url}/api/audit/start`, {
    method: 'POST',
    headers: { ...authorised, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'redirect.lab', scanMode: 'deep', authority: true }),
  });
  assert.equal(started.status, 202);
  const { id } = auditStarted.parse(await started.json());
  while ((await list()).find((one) => one.id === id)?.status !== 'completed')
    await fetch(`${service.url}/api/audit/${id}`, { headers: { ...authorised, prefer: 'wait=5' } });
  assert.equal((await list()).find((one) => one.id === id)?.authority, true);
  assert.equal((await compared()).targetB.authority, undefined);
});
