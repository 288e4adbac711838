import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsAgainstAPlus } from './not-a-plus.ts';
import { sampleReport } from './testing/sample-report.ts';

test('each issue has its own line, with its title, in older reports too', () => {
  const ids = ['tls-1-0', 'tls-1-1', 'vuln-logjam', 'cert-expired', 'hdr-nosniff', 'tls-rc4'];
  for (const reason of ['Issue of medium severity', 'Finding of medium severity or higher']) {
    const notAPlus = ['The score is 49; A+ needs 97', ...ids.map((id) => `${reason}: ${id}`)];
    const report = { score: { ...sampleReport.score, notAPlus } };
    assert.deepEqual(
      reasonsAgainstAPlus(report, (id) => `<${id}>`),
      ['The score is 49; A+ needs 97', ...ids.map((id) => `${reason}: <${id}>`)],
    );
  }
});
