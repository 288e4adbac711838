import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { seen } from '../../evidence/observed.ts';
import { circumstancesOf } from '../report/circumstances.ts';
import { evidencePath, goldenSites } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

/** A site's evidence as if it sent a message of this size, which browsers and our HTTP client reject. */
function withLargeAnswer(evidence: AuditEvidence, bytes: number): AuditEvidence {
  const { tls, http, ...rest } = evidence;
  assert.ok(tls !== undefined && http !== undefined);
  const endpoints = tls.endpoints.map((one) => ({ ...one, largestMessageBytes: seen(bytes) }));
  return { ...rest, tls: { ...tls, endpoints }, http: { ...http, exchanges: [], chains: [] } };
}

const totalOf = (evidence: AuditEvidence): number => {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  // Too few results for a score count as less than any score.
  return judged.ok ? judged.report.score.total : 0;
};

for (const site of goldenSites()) {
  const evidence = readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));
  if (evidence.tls?.endpoints.some(({ speaksTls }) => speaksTls) !== true) continue;

  test(`${site} gets no higher score if its answer is too large for browsers`, () => {
    const large = withLargeAnswer(evidence, 150_000);
    assert.deepEqual(circumstancesOf(large), ['answer-too-large']);
    assert.ok(totalOf(large) <= Math.min(49, totalOf(evidence)), `${totalOf(large)} and ${totalOf(evidence)}`);
  });
}

test('an answer that browsers accept is not such a circumstance', () => {
  const evidence = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));
  assert.deepEqual(circumstancesOf(withLargeAnswer(evidence, 102_400)), []);
});
