import { report } from '@perimeter/contract/report';
import { verification } from '@perimeter/contract/verification';
import { formNames } from '@perimeter/report/forms/forms';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { unpackEvidence } from '../jobs/seal.ts';
import type { Service } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { findMemory } from '../repositories/audits/memories.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { keptDirectory, readKept } from '../testing/kept-database.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { openDatabase, type Database } from './open.ts';
import { assertListsAndPages } from './testing/lists-and-pages.ts';

// From before stored evidence had a version and reports had sections.
const kept = readKept('f2dfe5d');
const rows = (table: string) => kept.tables[table] ?? assert.fail(table);
const bytes = (hex: unknown): Buffer => Buffer.from(String(hex).slice(2), 'hex');
const audits = rows('audits').map(({ id, domain }) => ({ id: `aud_${String(id)}`, domain: String(domain) }));

let dataDir = '';
let service: Service;
before(async () => {
  dataDir = await keptDirectory(kept);
});
after(async () => {
  await service.stop();
});

const authorised = { authorization: `Bearer ${kept.key}` };
const get = async (path: string): Promise<Response> => fetch(`${service.url}${path}`, { headers: authorised });

async function withDatabase(use: (db: Database['db']) => Promise<void>): Promise<void> {
  const { db, close } = await openDatabase({ kind: 'embedded', dataDir }, () => undefined);
  await use(db).finally(close);
}

test('the kept database has all kinds of data that the tests read', () => {
  assert.deepEqual(audits.map(({ domain }) => domain).toSorted(), ['bad.lab', 'good.lab', 'good.lab']);
  for (const table of ['accounts', 'api_keys', 'audit_evidence', 'audit_memories', 'seals', 'signing_keys']) {
    assert.ok(rows(table).length > 0, table);
  }
});

test('memories are read; evidence of version 1 is refused by its version and left unchanged', async () => {
  await withDatabase(async (db) => {
    for (const registrableDomain of ['good.lab', 'bad.lab']) {
      const memory = await findMemory(db, { accountId: null, registrableDomain }, [Buffer.from(kept.secret)]);
      assert.ok(memory !== null && memory.keys.length > 0, registrableDomain);
    }
    const stored = await db.selectFrom('audit_evidence').select(['audit_id', 'body']).execute();
    assert.equal(stored.length, 3);
    for (const { audit_id: id, body } of stored) {
      await assert.rejects(unpackEvidence(body), {
        name: 'EvidenceVersionError',
        message: /^Evidence has version 1,/u,
      });
      assert.deepEqual(body, bytes(rows('audit_evidence').find((row) => row['audit_id'] === id)?.['body']));
    }
  });
});

test('the service starts on it', async () => {
  const settings = testSettings(dataDir, {
    PERIMETER_SECRET: kept.secret,
    PERIMETER_PUBLIC_URL: 'https://audit.example.org',
  });
  service = await startService(settings, goldenEngine(1), lazily);
});

test('reports are served byte for byte as stored, and in every form', async () => {
  for (const { id, domain } of audits) {
    const answer = await get(`/api/audit/${id}/report`);
    assert.equal(answer.status, 200);
    const body = Buffer.from(await answer.arrayBuffer());
    const row = rows('audit_reports').find((one) => `aud_${String(one['audit_id'])}` === id);
    assert.deepEqual(body, bytes(row?.['body']));
    const read = report.parse(JSON.parse(body.toString('utf8')));
    assert.deepEqual([read.schemaVersion, read.sections], ['1.1', undefined]);
    for (const form of formNames) {
      const rendered = await get(`/api/audit/${id}/report?format=${form}`);
      assert.equal(rendered.status, 200, form);
      const text = await rendered.text();
      // Forms of findings are empty for a site without findings.
      assert.ok(text.includes(domain) || domain === 'good.lab', form);
    }
    const html = await (await get(`/api/audit/${id}/report?format=html`)).text();
    assert.match(html, /Certificate chain/u);
    assert.match(html, /TLS by address/u);
  }
});

test('PDFs are served as sealed, and verify', async () => {
  const sealed = new Set(rows('seals').flatMap((row) => Object.values(row).map(String)));
  for (const { id } of audits) {
    const answer = await get(`/api/audit/${id}/report/pdf`);
    assert.equal(answer.status, 200);
    const pdf = Buffer.from(await answer.arrayBuffer());
    assert.ok(
      sealed.has(`\\x${createHash('sha256').update(pdf).digest('hex')}`) || sealed.has(`\\x${pdf.toString('hex')}`),
    );
    const verified = await fetch(`${service.url}/api/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: pdf,
    });
    const said = verification.parse(await verified.json());
    assert.equal(said.report?.id, id);
    assert.ok(said.registerEntry !== null);
    assert.equal(said.verdict, 'authentic', JSON.stringify(said.checks));
  }
});

test("two domains are compared, and the account's password and key work", async () => {
  const signedIn = await fetch(`${service.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://audit.example.org' },
    body: JSON.stringify({ email: kept.email, password: kept.password }),
  });
  assert.equal(signedIn.ok, true, await signedIn.text());
  const compared = await get('/api/compare?targetA=good.lab&targetB=bad.lab');
  assert.equal(compared.status, 200);
  const { lead }: { lead: unknown } = JSON.parse(await compared.text());
  assert.equal(lead, 'good.lab');
  const usage: { used: unknown; isAuthenticated: unknown } = JSON.parse(await (await get('/api/usage')).text());
  assert.equal(usage.isAuthenticated, true);
});

// Last, because it audits a domain.
test('lists and pages show its audits, and a new one above them', async () => assertListsAndPages(service, kept));
