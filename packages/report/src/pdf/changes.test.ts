import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleReport } from '../testing/sample-report.ts';
import { answeredChecks, type Change, type Changes, changesSince, type PreviousAudit } from './changes.ts';
import { summary } from './board/summary.ts';

const was = (checkId: string, fingerprint: string): PreviousAudit['findings'][number] => ({
  checkId,
  fingerprint,
  title: checkId,
  severity: 'low',
});

/** In the sample `coop-missing` is inconclusive; `dmarc-policy-none` was not tested in the previous audit. */
const previous: PreviousAudit = {
  total: 40,
  grade: 'F',
  completedAt: Date.UTC(2026, 0, 1),
  policyVersion: sampleReport.score.policyVersion,
  findings: [
    was('tls-legacy-versions', 'legacy0'),
    was('hsts-missing', 'hsts'),
    was('tls-post-quantum', 'fixed'),
    was('coop-missing', 'unseen'),
    was('no-such-check', 'dropped'),
  ],
  answered: ['tls-legacy-versions', 'hsts-missing', 'server-version-disclosed', 'tls-post-quantum', 'coop-missing'],
  earlier: [],
};

const ids = (changes: Changes): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, list]) => [name, list.map((change: Change) => change.checkId)]),
  );

test('a check that was inconclusive in one of two audits is not a change', () => {
  assert.deepEqual(ids(changesSince(sampleReport, previous)), {
    fresh: ['server-version-disclosed'],
    spread: ['tls-legacy-versions'],
    firstAsked: ['dmarc-policy-none'],
    gone: ['tls-post-quantum'],
    unanswered: ['coop-missing', 'no-such-check'],
    staying: ['tls-legacy-versions', 'hsts-missing'],
  });
});

test('places are counted by properties that do not depend on the address', () => {
  const { spread } = changesSince(sampleReport, previous);
  assert.deepEqual(
    spread.map(({ places }) => places),
    [3],
  );
});

test('an audit compared with itself has no change', () => {
  const itself = { ...previous, findings: sampleReport.findings, answered: answeredChecks(sampleReport) };
  const { staying, ...changes } = ids(changesSince(sampleReport, itself));
  assert.deepEqual(Object.values(changes).flat(), []);
  assert.equal(staying?.length, 4);
});

test('the summary lists new and fixed issues, and a change of policy', () => {
  const words = (earlier: PreviousAudit): string => summary(sampleReport, earlier).join('\n');
  assert.match(
    words(previous),
    /The score is 29 points higher than in the audit of 1 January 2026 \(40, grade F\)\. Issues: one new, one no longer found, one found in more places, one from checks without a result in that audit and two from checks without a result in this audit\.$/m,
  );
  assert.match(words({ ...previous, total: 69 }), /The score is the same as in the audit of/);
  const sameDay = { ...previous, findings: sampleReport.findings, completedAt: sampleReport.completedAt - 3_600_000 };
  assert.match(
    words({ ...sameDay, answered: answeredChecks(sampleReport) }),
    /in the audit of 7 May 2026, 09:12 UTC \(40, grade F\)\. Issues: none new and none no longer found\./,
  );
  assert.match(words({ ...previous, policyVersion: '0.9' }), /scoring policy changed from 0\.9 to 1\.0/);
});
