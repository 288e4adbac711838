// The public suite of RFC 7208, held beside the repository; skipped aloud where it is absent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkHost } from './check-host.ts';
import { absentVectors } from '../testing/published-vectors.ts';
import { publicSuites } from './testing/public-suite.ts';
import { scriptedLookup } from './testing/zone-data.ts';

const suites = publicSuites();
if (suites === null) {
  test('the public suite of RFC 7208', { skip: absentVectors('rfc7208_spf.json') }, () => undefined);
}

for (const { suite, zonedata, tests } of suites ?? []) {
  for (const { id, helo, mailfrom, host, result, explanation } of tests) {
    test(`RFC 7208, ${suite}: ${id}`, async () => {
      const verdict = await checkHost({ ip: host, helo, mailFrom: mailfrom }, scriptedLookup(zonedata));
      assert.ok(result.includes(verdict.result), `${verdict.result} instead of ${result.join(' or ')}`);
      if (explanation !== null && explanation !== 'DEFAULT') assert.equal(verdict.explanation, explanation);
    });
  }
}
