import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prose } from '@perimeter/engine/catalogue/prose.data';
import { documentData } from '@perimeter/report/pdf/document';
import { sampleReport } from '@perimeter/report/testing/sample-report';

/** The lines of code in the data of a document. */
function codeOf(data: unknown): { text: string; size: number }[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('size' in data && 'text' in data && typeof data.text === 'string' && typeof data.size === 'number') {
    return [{ text: data.text, size: data.size }];
  }
  return Object.values(data).flatMap(codeOf);
}

test('every line of configuration and commands in fixes is printed in 6.5 points or more, without breaking a word', () => {
  const [like] = sampleReport.findings;
  assert.ok(like !== undefined);
  let seen = 0;
  for (const [checkId, remediation] of Object.entries(prose)) {
    const report = { ...sampleReport, findings: [{ ...like, checkId, remediation }] };
    const { data } = documentData(report, {
      paper: 'us-letter',
      verifyUrl: null,
      previous: null,
      certificateSha256: '',
    });
    for (const { text, size } of codeOf(data)) {
      assert.ok(size >= 6.5 && !text.includes('\u200B'), `${checkId}: ${text}`);
      seen += 1;
    }
  }
  assert.ok(seen > 1_000);
});
