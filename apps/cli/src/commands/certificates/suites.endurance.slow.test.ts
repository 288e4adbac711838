// By day suites.slow.test.ts takes one case of each kind; here are all.
import { test } from 'node:test';
import { constraintCases } from '@perimeter/protocols/certification-path/testing/suite-constraints.data';
import { rfc5280Cases } from '@perimeter/protocols/certification-path/testing/suite-rfc5280.data';
import { webpkiCases } from '@perimeter/protocols/certification-path/testing/suite-webpki.data';
import { assertSuiteVerdict } from '../../testing/suite-verdicts.ts';

for (const cases of [rfc5280Cases, constraintCases, webpkiCases])
  test('the command gives the verdict that the public suites expect, except for documented differences', async () => {
    for (const one of cases) await assertSuiteVerdict(one);
  });
