import { report as reportSchema, type Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { policy } from '../../scoring/policy.data.ts';
import { goldenSites, reportPath } from '../golden.ts';
import { storedOutcomes, type StoredOutcomes } from './stored-outcomes.ts';

const reports = goldenSites().map((site): Report =>
  reportSchema.parse(JSON.parse(readFileSync(reportPath(site), 'utf8'))),
);

function outcomesOf(report: Report): StoredOutcomes {
  const outcomes = storedOutcomes(report);
  assert.ok(outcomes !== null, `${report.domain} gives its own score again`);
  return outcomes;
}

test('without exclusions, a report keeps its score', () => {
  for (const report of reports) {
    const { total, grade, gradeStatus, categories } = report.score;
    const own = { total, grade, gradeStatus, categories };
    assert.deepEqual(outcomesOf(report).without(new Set()), own, report.domain);
    assert.deepEqual(outcomesOf(report).ifFixed(new Set()), { ...own, steps: [] }, report.domain);
  }
});

test("fixing checks gives the report's outlook: each alone, and all in steps", () => {
  for (const report of reports) {
    const { ifFixed } = outcomesOf(report);
    for (const { checkId, total, grade } of report.outlook.alone) {
      const after = ifFixed(new Set([checkId]));
      assert.deepEqual([after?.total, after?.grade], [total, grade], `${report.domain} ${checkId}`);
    }
    const all = ifFixed(new Set(report.findings.map(({ checkId }) => checkId)));
    assert.deepEqual(all?.steps, report.outlook.steps, report.domain);
    assert.equal(all?.total, report.outlook.steps.at(-1)?.total ?? report.score.total);
  }
});

test('excluding findings never lowers the score, and excluding all findings of a check equals its fix', () => {
  const bad = reports.find(({ domain }) => domain === 'bad.lab');
  assert.ok(bad !== undefined);
  const { without, ifFixed } = outcomesOf(bad);
  const fingerprints = [...new Set(bad.findings.map(({ fingerprint }) => fingerprint))];
  fc.assert(
    fc.property(fc.subarray(fingerprints), fc.subarray(fingerprints), (some, more) => {
      const [few, many] = [without(new Set(some)), without(new Set([...some, ...more]))];
      assert.ok(few !== null && many !== null && few.total >= bad.score.total && many.total >= few.total);
    }),
    { numRuns: 100 },
  );
  for (const id of new Set(bad.findings.map(({ checkId }) => checkId))) {
    const places: string[] = bad.findings.flatMap(({ checkId, fingerprint }) => (checkId === id ? [fingerprint] : []));
    const { steps: _, ...fixed } = ifFixed(new Set([id])) ?? { steps: [] };
    assert.deepEqual(without(new Set(places)), fixed, id);
  }
});

test('a report of another policy, with unknown checks or another score has no comparable one', () => {
  for (const report of reports) {
    const { score, modules } = report;
    assert.equal(storedOutcomes({ ...report, score: { ...score, policyVersion: '0.0.1' } }), null);
    assert.equal(storedOutcomes({ ...report, score: { ...score, total: score.total - 1 } }), null);
    const renamed = modules.map((module) => ({
      ...module,
      checks: module.checks.map((one) => ({ ...one, id: 'gone' })),
    }));
    assert.equal(storedOutcomes({ ...report, modules: renamed }), null);
  }
});

test('a limit of the whole audit is known by its code, whatever its reason says; without one, by its reason', () => {
  const limited = reports.flatMap((report) => {
    const rule = policy.caps.find(
      (one) => one.when === 'circumstance' && report.score.caps.some(({ reason }) => reason === one.reason),
    );
    return rule?.when === 'circumstance' ? [{ report, rule }] : [];
  });
  assert.ok(limited.length > 0);
  for (const { report, rule } of limited) {
    const capped = (changes: { reason?: string; circumstance?: string | undefined }) =>
      storedOutcomes({
        ...report,
        score: {
          ...report.score,
          caps: report.score.caps.map((cap) => (cap.reason === rule.reason ? { ...cap, ...changes } : cap)),
        },
      });
    assert.ok(capped({ reason: 'Words', circumstance: rule.circumstance }) !== null, report.domain);
    assert.ok(capped({ circumstance: undefined }) !== null, report.domain);
  }
});
