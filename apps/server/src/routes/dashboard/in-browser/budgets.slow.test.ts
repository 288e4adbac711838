import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largeReport } from '../../../testing/browser/large-report.ts';
import { completedAudit } from '../../../testing/completed-audit.ts';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { firstAccount } from '../../../testing/people.ts';
import { serviceForTests } from '../../../testing/service.ts';

const kib = 1_024;
const large = largeReport();

/** Asserts a size in bytes; the message includes the size. */
const within = (what: string, bytes: number, limit: number): void =>
  assert.ok(bytes <= limit * kib, `${what}: ${(bytes / kib).toFixed(1)} of ${limit} KiB`);

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
