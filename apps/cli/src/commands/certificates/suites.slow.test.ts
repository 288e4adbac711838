// The command passes each case on to the verifier, whose own tests run every case of the suites; here is the first case of each
// kind of command line and verdict, and in suites.endurance.slow.test.ts all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SuiteCase } from '@perimeter/protocols/certification-path/testing/suite-chain';
import { constraintCases } from '@perimeter/protocols/certification-path/testing/suite-constraints.data';
import { rfc5280Cases } from '@perimeter/protocols/certification-path/testing/suite-rfc5280.data';
import { webpkiCases } from '@perimeter/protocols/certification-path/testing/suite-webpki.data';
import { assertSuiteVerdict } from '../../testing/suite-verdicts.ts';

/** What decides which options the command gets, and which verdict is expected. */
const kindOf = ({ chain: { intermediates, roots, host, policy }, holds, deviates }: SuiteCase): string =>
  JSON.stringify([
    Math.min(intermediates.length, 2),
    Math.min(roots.length, 2),
    host === null,
    policy?.purpose,
    policy?.maxIntermediates === undefined,
    holds,
    deviates === undefined,
  ]);

const firsts = [rfc5280Cases, constraintCases, webpkiCases].flatMap((cases) =>
  [...Map.groupBy(cases, kindOf).values()].flatMap(([first]) => first ?? []),
);

test('the command gives the verdict that the public suites expect, except for documented differences', async (t) => {
  t.diagnostic(`${firsts.length} cases`);
  assert.ok(firsts.length > 20);
  assert.ok(firsts.some(({ holds }) => holds) && firsts.some(({ holds }) => !holds));
  for (const one of firsts) await assertSuiteVerdict(one);
});
