import { auditStarted } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { startService } from '../process/service.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { checkout, printedBlock } from '../testing/printed-block.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { preparedDirectory } from '../testing/database.ts';

const env = { PERIMETER_METRICS: '127.0.0.1:0', PERIMETER_RATE_LIMITS: 'on' };
const service = await startService(testSettings(await preparedDirectory(), env), deterministicEngine(1), lazily);
after(service.stop);
const metricsUrl = String(service.metricsUrl);

const scrape = async (): Promise<string> => (await fetch(`${metricsUrl}/metrics`)).text();

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? Number.NaN);
}

async function runAudit(domain: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ domain });
  const answer = await fetch(`${service.url}/api/audit/start`, { method: 'POST', headers, body });
  const { id } = auditStarted.parse(await answer.json());
  for (;;) {
    const state = await (await fetch(`${service.url}/api/audit/${id}`, { headers: { prefer: 'wait=5' } })).text();
    if (/"(completed|failed)"/.test(state)) return;
  }
}

test('metrics cover audits, phases, answers, the queue, the pool and the event loop', async () => {
  await runAudit('counted.net');
  await runAudit('failing.net');
  const text = await scrape();
  assert.equal(valueOf(text, 'perimeter_audits_ended_total{outcome="completed"}'), 1);
  assert.equal(valueOf(text, 'perimeter_audits_ended_total{outcome="scan_timeout"}'), 1);
  assert.equal(valueOf(text, 'perimeter_audits_running'), 0);
  assert.equal(valueOf(text, 'perimeter_phase_duration_seconds_count{phase="phase_cookies"}'), 1);
  assert.equal(valueOf(text, 'perimeter_audits{status="in_progress"}'), 0);
  assert.equal(valueOf(text, 'perimeter_queue_jobs{state="created"}'), 0);
  assert.ok(valueOf(text, 'perimeter_database_pool_connections{state="open"}') >= 1);
  const starts = 'perimeter_http_request_duration_seconds_count{method="POST",route="/api/audit/start",status="202"}';
  assert.equal(valueOf(text, starts), 2);
  assert.ok(valueOf(text, 'nodejs_eventloop_lag_p99_seconds') >= 0);
  assert.ok(valueOf(text, 'perimeter_database_bytes') > 1_000_000);
  for (const directory of ['data', 'temporary'])
    assert.ok(valueOf(text, `perimeter_disk_free_bytes{directory="${directory}"}`) > 0);
});

test('the metrics that the alerts and the table of operations.md name exist', async () => {
  const families = new Set([...(await scrape()).matchAll(/^# TYPE (\S+) /gmu)].map(([, name]) => String(name)));
  const guide = readFileSync(path.join(checkout, 'docs/operations.md'), 'utf8');
  const table = [...guide.matchAll(/^\| (`(?:perimeter|nodejs)_.*?) \|/gmu)].map(([, cell]) => cell);
  const named = [printedBlock('yaml', 'alert:'), ...table].join('\n').match(/\b(?:perimeter|nodejs)_\w+/gu) ?? [];
  assert.ok(named.length > 15);
  for (const name of named) assert.ok(families.has(name.replace(/_count$/u, '')), name);
  const labels = printedBlock('yaml', 'alert:').matchAll(/\b(perimeter_\w+?)(?:_count)?\{(\w+)/gu);
  for (const [, name, label] of labels)
    assert.match(await scrape(), new RegExp(`^${name}\\w*\\{[^}]*\\b${label}="`, 'mu'));
});

test('input of callers never becomes a label', async () => {
  await fetch(`${service.url}/nowhere/secret-in-a-path?key=psa_live_x`);
  await fetch(`${service.url}/api/audit/aud_unknown`);
  const text = await scrape();
  assert.ok(!text.includes('secret-in-a-path') && !text.includes('psa_live') && !text.includes('aud_unknown'));
  assert.ok(
    valueOf(text, 'perimeter_http_request_duration_seconds_count{method="GET",route="none",status="404"}') === 1,
  );
});

test('rate-limit refusals are counted by route', async () => {
  for (let n = 0; n < 31; n += 1) await fetch(`${service.url}/api/compare?targetA=a.net&targetB=b.net`);
  assert.ok(valueOf(await scrape(), 'perimeter_limiter_refusals_total{route="/api/compare"}') >= 1);
});

test('the API does not serve metrics, and the metrics listener does not serve the API', async () => {
  assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
  assert.equal((await fetch(`${metricsUrl}/api/audit/aud_x`)).status, 404);
  assert.equal((await fetch(`${metricsUrl}/health`)).status, 200);
  assert.equal((await fetch(`${metricsUrl}/ready`)).status, 200);
});
