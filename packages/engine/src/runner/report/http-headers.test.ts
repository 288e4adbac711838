import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readEvidence } from '../../evidence/evidence.ts';
import { modules } from '../../modules/registry.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';
import { securityHeaders } from './security-headers.data.ts';

const fails = (where: string, error: unknown): never => {
  throw new Error(where, { cause: error });
};

const reportOf = (site: string, domain?: string) => {
  const evidence = readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));
  if (domain !== undefined) evidence.target.registrableDomain = domain;
  const judged = judgeEvidence(evidence, { id: 'x', completedAtMs: evidence.target.startedAtMs }, fails);
  assert.ok(judged.ok);
  return judged.report;
};

test('the verdict on a header is that of its checks', () => {
  const report = reportOf('bad.lab');
  const headers = report.http?.headers ?? [];
  assert.ok(headers.length > 4);
  const outcomes = new Map(report.modules.flatMap(({ checks }) => checks.map(({ id, outcome }) => [id, outcome])));
  for (const { check, verdict } of headers) assert.equal(outcomes.get(check), verdict);
  assert.equal(headers.find(({ name }) => name === 'X-Content-Type-Options')?.verdict, 'fail');
  assert.equal(headers.find(({ name }) => name === 'Content-Security-Policy')?.value, null);
  const table = report.sections?.find(({ id }) => id === 'http')?.tables[0];
  assert.equal(table?.rows.length, headers.length);
});

test('headers of a foreign site are not judged', () => {
  assert.equal(reportOf('redirect.lab').http?.headers, null);
  assert.equal(reportOf('botwall.lab').http?.headers, null);
});

test('all headers of this version have checks', () => {
  const ids = modules.flatMap(({ checks }) => checks.map(({ id }) => id));
  for (const name of ['X-Content-Type-Options', 'X-Frame-Options', 'Referrer-Policy', 'Permissions-Policy']) {
    const row = securityHeaders.find((one) => one.name === name);
    assert.ok(
      row?.checks.every((check) => ids.some((id) => (check.endsWith('-') ? id.startsWith(check) : id === check))),
    );
  }
});
