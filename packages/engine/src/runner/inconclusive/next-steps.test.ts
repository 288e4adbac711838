import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { type Cause, causes } from '../../evidence/causes.data.ts';
import { openReasons } from '../../evidence/causes/open/open-reasons.data.ts';
import { goldenSites, reportPath } from '../golden.ts';
import { causeOfReason, explained } from './next-steps.ts';

const all = Object.keys(causes) as Cause[];

test('the step follows the reason as a separate sentence', () => {
  assert.equal(explained({ cause: 'deep', reason: 'Deep mode only' }), 'Deep mode only. Run a deep audit.');
  assert.equal(
    explained({ cause: 'unnamed', reason: 'It ended. Why?' }),
    'It ended. Why? Audit again. If this remains, send the report to the operator of the scanner.',
  );
});

test('each step belongs to one cause, and is the end of no other', () => {
  for (const cause of all)
    assert.deepEqual(
      all.filter((other) => ` ${causes[other].step}`.endsWith(` ${causes[cause].step}`)),
      [cause],
    );
});

test('the cause of a stored reason is the one that it was written for, whatever its words say', () => {
  for (const cause of all)
    for (const reason of ['Words', 'Port 25 is for deep mode, and the registry is silent.', 'Why?'])
      assert.equal(causeOfReason(explained({ cause, reason })), cause);
});

test('a stored reason with a step in other words is read by what it meant then', () => {
  assert.equal(causeOfReason('No answer within 10000 ms. Look whether the host answers.'), 'silence');
});

test('every inconclusive check in golden reports has a cause', () => {
  const reasons = goldenSites().flatMap((site) => {
    const { modules }: Report = JSON.parse(readFileSync(reportPath(site), 'utf8'));
    return modules.flatMap(({ checks }) =>
      checks.flatMap(({ outcome, reason }) => (outcome === 'inconclusive' ? [reason] : [])),
    );
  });
  assert.ok(reasons.length > 100);
  assert.deepEqual(
    reasons.filter((reason) => causeOfReason(reason) === 'unnamed'),
    [],
  );
});

/** Sentences about silence that are only true if nothing came: a port that dropped packets, a hello without a reply. */
const ofSilence = [
  /packets may be filtered$/,
  /^Some of the recorded hellos were not answered$/,
  /^\{url\} did not answer$/,
  /too many other paths had no answer$/,
];

test('no module reports a failed lookup as unanswered', () => {
  const said = Object.values(openReasons).map(([, sentence]) => sentence);
  const silent = said.filter((cause) => /no answer|(?:was|were) not answered|did not answer/i.test(cause));
  assert.deepEqual(
    silent.filter((cause) => !ofSilence.some((one) => one.test(cause))),
    [],
  );
});
