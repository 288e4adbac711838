import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dayRuns, fc } from '@perimeter/protocols/testing/random';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { evidencePath } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

// A weak header protects no less than none, so removing it must never raise the score. Contradicting lines are a
// separate fault (hdr-duplicate).

const whole = readEvidence(JSON.parse(readFileSync(evidencePath('good.lab'), 'utf8')));
const name = 'Strict-Transport-Security';

/** The site of good.lab with these lines in place of its own. */
function withLines(values: readonly string[]): AuditEvidence {
  const { http, ...rest } = whole;
  assert.ok(http !== undefined);
  const exchanges = http.exchanges.map((one) => {
    if (!one.result.ok || !one.url.startsWith('https:')) return one;
    const { response } = one.result;
    const others = response.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
    const headers = [...others, ...values.map((value): [string, string] => [name, value])];
    return { ...one, result: { ok: true as const, response: { ...response, headers } } };
  });
  return { ...rest, http: { ...http, exchanges } };
}

function pointsOf(values: readonly string[]): { total: number; http: number } {
  const evidence = withLines(values);
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  const { total, categories } = judged.report.score;
  return { total, http: categories.http_security };
}

const directive = fc.constantFrom(
  'max-age=0',
  'max-age=1',
  'max-age=300',
  'max-age=15551999',
  'max-age=15552000',
  'max-age=31535999',
  'max-age=31536000',
  'max-age=x',
  'max-age',
  'includeSubDomains',
  'includeSubDomains=1',
  'preload',
  'unknown',
  'a b',
);
const line = fc.array(directive, { maxLength: 4 }).map((directives) => directives.join('; '));

test('no HSTS header weighs more than a missing one', () => {
  const none = pointsOf([]);
  assert.ok(none.http < pointsOf(['max-age=31536000; includeSubDomains']).http);
  fc.assert(
    fc.property(line, fc.boolean(), (value, isTwice) => {
      const values = isTwice ? [value, value] : [value];
      const points = pointsOf(values);
      assert.ok(points.http >= none.http && points.total >= none.total, `${JSON.stringify({ values, points, none })}`);
    }),
    { numRuns: dayRuns(20) },
  );
});
