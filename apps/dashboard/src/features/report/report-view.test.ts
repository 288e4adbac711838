import { report as reportSchema, type Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isShown, viewOf } from './report-view.ts';

const golden = path.resolve(import.meta.dirname, '../../../../../packages/engine/golden');
const read = (file: string): Report => reportSchema.parse(JSON.parse(readFileSync(path.join(golden, file), 'utf8')));
const everything = { severities: [], category: '', text: '' };

for (const file of globSync('*.report.json', { cwd: golden })) {
  test(`what the page shows of ${file} adds up`, () => {
    const report = read(file);
    const { issues } = viewOf(report);
    const sum = report.score.deductions.reduce((total, { milliPoints }) => total + milliPoints, 0);
    assert.equal(sum, 1_000 * (100 - report.score.total));
    assert.equal(issues.flatMap(({ places }) => [...places]).length, report.findings.length);
    const told = issues.reduce((total, { milliPoints }) => total + (milliPoints ?? 0), 0);
    const checks = report.score.deductions.filter(({ kind }) => kind === 'check');
    assert.equal(
      told,
      checks.reduce((total, { milliPoints }) => total + milliPoints, 0),
    );
    assert.equal(new Set(issues.map(({ anchor }) => anchor)).size, issues.length);
    assert.ok(issues.every((issue) => isShown(issue, everything)));
  });
}

test('the filter keeps what was asked for', () => {
  const { issues } = viewOf(read('bad.lab.report.json'));
  const shown = (filter: Partial<typeof everything>) =>
    issues.filter((issue) => isShown(issue, { ...everything, ...filter })).map(({ places }) => places[0].checkId);
  assert.ok(issues.filter((issue) => isShown(issue, { ...everything, severities: ['high'] })).length < issues.length);
  assert.ok(shown({ text: 'LOGJAM' }).includes('vuln-logjam'));
  assert.ok(shown({ text: 'PHP/5.3.3' }).includes('hdr-powered-by'));
  const ofHttp = issues.filter(({ places }) => places[0].category === 'http_security');
  assert.ok(ofHttp.length > 0 && ofHttp.length < issues.length);
  assert.deepEqual(
    shown({ category: 'http_security' }),
    ofHttp.map(({ places }) => places[0].checkId),
  );
  assert.deepEqual(shown({ text: 'nothing of the kind' }), []);
});
