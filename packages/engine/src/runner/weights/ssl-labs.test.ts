import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gradeOf } from '@perimeter/contract/grade';
import { modules } from '../../modules/registry.ts';
import { capsOf } from '../../scoring/caps.ts';
import { measureCoverage } from '../../scoring/coverage.ts';
import { scoreVector } from '../../scoring/cvss.ts';
import { policy } from '../../scoring/policy.data.ts';

const page = readFileSync(new URL('../../../../../docs/scoring.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| [^|]+ \| ((?:`[a-z0-9-]+` ?)+) \| ([^|]+) \| [^|]+ \| [^|]*\|$/gm)];
const checks = new Map(modules.flatMap((module) => module.checks).map((check) => [check.id, check]));

/** Its severity, and the best grade with one confirmed failure. */
function weightOf(id: string): string {
  const check = checks.get(id) ?? assert.fail(`${id} is no check`);
  if (check.cvss === undefined) return 'informational';
  const { score, severity } = scoreVector(check.cvss);
  const failed = {
    id,
    title: id,
    category: 'tls',
    outcome: 'fail',
    weight: 0,
    instances: [{ cvss: score, confidence: 'confirmed' }],
  } as const;
  const passed = { ...failed, id: 'others', outcome: 'pass', weight: 1_000, instances: [] } as const;
  const coverage = measureCoverage([passed]);
  const caps = capsOf({ failed: [failed], coverage, circumstances: [] }, policy);
  const limit = Math.min(96, ...caps.map((cap) => cap.limit));
  return `${severity}, ${gradeOf(limit, policy.grades)}`;
}

test('the comparison with SSL Labs states the current severities and caps', () => {
  assert.ok(rows.length > 25, `${rows.length} rows`);
  for (const [, ids = '', here = ''] of rows)
    for (const [, id = ''] of ids.matchAll(/`([^`]+)`/g)) assert.equal(here.trim(), weightOf(id), id);
});
