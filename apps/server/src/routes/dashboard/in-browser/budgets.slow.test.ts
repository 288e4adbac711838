import { prepareDashboard } from '@perimeter/dashboard/build/prepare';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { largeReport } from '../../../testing/browser/large-report.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const kib = 1_024;
const large = largeReport();
const { assets, names } = await prepareDashboard();
const sizeOf = (name: string): number => gzipSync(readFileSync(path.join(assets, name)), { level: 9 }).length;

/** Asserts a size in bytes; the message includes the size. */
const within = (what: string, bytes: number, limit: number): void =>
  assert.ok(bytes <= limit * kib, `${what}: ${(bytes / kib).toFixed(1)} of ${limit} KiB`);

test('scripts, styles and fonts of pages stay within their budgets, compressed', () => {
  within('script of a document', sizeOf(names.documents), 10);
  within('script of a tool', sizeOf(names.tools), 105);
  within('style sheet', sizeOf(names.style), 14);
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  assert.ok(fonts.length > 0);
  within(
    'fonts',
    fonts.reduce((sum, name) => sum + readFileSync(path.join(assets, name)).length, 0),
    82,
  );
});

test('report pages stay within their budgets: that of bad.lab, and one with 2,000 findings', async () => {
  assert.equal(large.findings.length, 2_000);
  const service = await serviceForTests(goldenEngine(0, new Map([['large.net', large]])));
  const holder = await firstAccount(service);
  for (const [domain, limit] of [
    ['bad.lab', 90],
    ['large.net', 110],
  ] as const) {
    const url = `/audits/${await completedAudit(holder, domain)}`;
    const answer = await service.http.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-encoding'], 'gzip');
    within(`HTML of the report of ${domain}`, answer.rawPayload.length, limit);
  }
});
