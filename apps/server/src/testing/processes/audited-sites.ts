import { auditStarted, auditState } from '@perimeter/contract/audit';
import { report } from '@perimeter/contract/report';
import { labTest } from '@perimeter/lab/harness';
import { leaksIn } from '@perimeter/lab/testing/leaks';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { type ServiceProcess, startProcess } from '../child.ts';
import { startSystemPostgres, systemPostgresMissing } from './system-postgres.ts';
import { temporaryDirectory } from '../temporary.ts';

/** The OpenAPI description of one path. */
type Described = Readonly<
  Record<string, { readonly parameters?: readonly { name: string; in: string; schema?: { enum?: string[] } }[] }>
>;

/** A database value as text, decompressed if necessary. */
function textOf(value: unknown): string {
  if (!Buffer.isBuffer(value)) return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return (value[0] === 0x1f && value[1] === 0x8b ? gunzipSync(value) : value).toString('latin1');
}

/** All rows of all tables. */
async function dump(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`);
      texts.set(`table ${name}`, rows.map((row) => Object.values(row).map(textOf).join('\n')).join('\n'));
    }
    return texts;
  } finally {
    await client.end();
  }
}

async function printed(read: ReturnType<typeof report.parse>): Promise<string> {
  const file = path.join(await temporaryDirectory(), 'report.pdf');
  const paper = { paper: 'a4', verifyUrl: 'https://audit.lab/verify', previous: null } as const;
  const { pdf } = createTypesetter().typeset(read, { ...paper, certificateSha256: 'ab'.repeat(32) });
  writeFileSync(file, pdf);
  return spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' }).stdout;
}

/** Every path of the API that shows an audit, a domain or a list, in all its forms. */
async function readable(service: ServiceProcess, id: string, domain: string): Promise<string[]> {
  const answer = await fetch(`${service.url}/openapi.json`);
  const { paths }: { paths: Readonly<Record<string, Described>> } = JSON.parse(await answer.text());
  return Object.entries(paths).flatMap(([template, methods]) => {
    const at = template.replace('{id}', id).replace('{domain}', domain);
    // A path with another parameter does not concern this audit.
    if (methods['get'] === undefined || at.includes('{')) return [];
    const forms = methods['get'].parameters?.find(({ name }) => name === 'format')?.schema?.enum ?? [];
    return [at, ...forms.map((form) => `${at}?format=${form}`)];
  });
}

/** Audits a site, and collects everything that the service answers about it. */
async function auditSite(service: ServiceProcess, domain: string, texts: Map<string, string>): Promise<void> {
  const get = async (at: string, headers = {}): Promise<string> => {
    const text = await (await fetch(`${service.url}${at}`, { headers })).text();
    texts.set(`${at} (${texts.size})`, text);
    return text;
  };
  const answer = await fetch(`${service.url}/api/audit/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain, scanMode: 'deep' }),
  });
  assert.equal(answer.status, 202);
  const { id } = auditStarted.parse(await answer.json());
  for (let status = 'queued'; status !== 'completed';) {
    const state = auditState.safeParse(JSON.parse(await get(`/api/audit/${id}`, { prefer: 'wait=20' })));
    // An overloaded service refuses requests temporarily.
    if (state.success) ({ status } = state.data);
    else await sleep(1_000);
    assert.notEqual(status, 'failed', domain);
  }
  for (const at of await readable(service, id, domain)) await get(at);
  for (const at of [`/audits/${id}`, '/audits', '/domains', `/domains/${domain}`, `/compare?a=${id}&b=${id}`])
    await get(at);
  const read = report.parse(JSON.parse(await get(`/api/audit/${id}/report`)));
  // Check that the audits found the secrets.
  assert.ok(
    read.findings.some(({ checkId }) => /^(?:js-secret|file-|admin-|actuator-)/.test(checkId)),
    domain,
  );
  texts.set(`PDF of ${domain}`, await printed(read));
}

/**
 * Runs the service over sites that leak secrets: no six consecutive characters of a planted secret may be
 * in any answer, form, log line or database row.
 */
export function testSites(sites: readonly string[]): void {
  labTest(
    `no run of six characters of a planted secret leaves the audits of ${sites.join(', ')}`,
    async () => {
      assert.equal(systemPostgresMissing, false);
      const system = await startSystemPostgres();
      try {
        const lab = Object.entries(process.env).filter(([name]) => /^PERIMETER_(?!LAB)/.test(name));
        const service = await startProcess({
          ...Object.fromEntries(lab.map(([name, value]) => [name, value ?? ''])),
          DATABASE_URL: system.url,
          TEST_ENGINE: 'real',
          PERIMETER_LOG_LEVEL: 'trace',
          PERIMETER_AUTHORITY: 'assume',
        });
        try {
          const texts = new Map<string, string>();
          for (const domain of sites) await auditSite(service, domain, texts);
          for (const [name, text] of await dump(system.url)) texts.set(name, text);
          assert.match(texts.get('table audit_evidence') ?? '', /"exposure"/);
          // Check that every form of every report, and its pages, were collected.
          assert.ok(
            ['sarif', 'html', 'csv'].every((form) =>
              [...texts.keys()].some((at) => at.includes(`report?format=${form}`)),
            ),
          );
          assert.ok(texts.size > 15 * sites.length, String(texts.size));
          assert.notEqual(service.logged(), '');
          texts.set('log', service.logged()).set('output', service.printed());
          for (const [name, text] of texts) assert.deepEqual(leaksIn(text), [], name);
        } finally {
          await service.end('SIGTERM');
        }
      } finally {
        await system.stop();
      }
    },
    ['pdftotext'],
  );
}
