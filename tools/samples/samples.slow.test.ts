import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { report } from '@perimeter/contract/report';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import { pagePictures } from './page-pictures.ts';
import { sampleReportOf, sampleSite, samplesDir } from '../generate/samples.ts';

const file = (name: string): string => join(samplesDir, name);

test("the sample PDF is intact, and equals today's evaluation of the recorded site (else run npm run samples)", () => {
  const root = new X509Certificate(readFileSync(file('signing-root.pem')));
  const verified = verifySealedPdf(readFileSync(file(`${sampleSite}.pdf`)), [root]);
  assert.ok(verified.intact && verified.report !== null);
  const shown = report.parse(JSON.parse(verified.report.toString('utf8')));
  const now = sampleReportOf(sampleSite);
  assert.deepEqual([shown.score.total, shown.score.grade], [now.score.total, now.score.grade]);
  assert.deepEqual(
    shown.findings.map(({ checkId, severity }) => [checkId, severity]),
    now.findings.map(({ checkId, severity }) => [checkId, severity]),
  );
});

test('the pictures of the README are small', () => {
  assert.ok(statSync(file('report.png')).size < 200_000);
  assert.ok(statSync(file('terminal.svg')).size < 40_000);
  const readme = readFileSync(join(samplesDir, '../../README.md'), 'utf8');
  for (const { file: name } of pagePictures) {
    assert.ok(statSync(file(name)).size < 200_000, name);
    assert.ok(readme.includes(`docs/samples/${name}`), name);
  }
});
