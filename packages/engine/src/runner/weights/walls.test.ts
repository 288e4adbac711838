import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import type { HeaderLine, HttpResponse } from '../../evidence/http/schema.ts';
import { evidencePath, goldenSites } from '../golden.ts';
import { judgeEvidence } from '../report.ts';

function scoreOf(evidence: AuditEvidence): Report['score'] | null {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  return judged.ok ? judged.report.score : null;
}

/** The site with every response changed. */
function withResponses(evidence: AuditEvidence, change: (response: HttpResponse) => HttpResponse): AuditEvidence {
  const { http, ...rest } = evidence;
  assert.ok(http !== undefined);
  const exchanges = http.exchanges.map((one) =>
    one.result.ok ? { ...one, result: { ok: true as const, response: change(one.result.response) } } : one,
  );
  return { ...rest, http: { ...http, exchanges } };
}

const plainHeaders: readonly HeaderLine[] = [['Content-Type', 'text/html; charset=utf-8']];

/** The response of a page without protections. */
const bare = (response: HttpResponse): HttpResponse =>
  response.status >= 300 && response.status < 400 ? response : { ...response, headers: [...plainHeaders] };

const walled =
  (status: number) =>
  (response: HttpResponse): HttpResponse => ({ ...response, status, reason: '', headers: [...plainHeaders] });

// The document behind redirect.lab is on a foreign host.
for (const site of goldenSites().filter((one) => one !== 'redirect.lab')) {
  const evidence = readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));
  if (evidence.http?.exchanges.some(({ result }) => result.ok) !== true) continue;

  test(`${site} gets no higher score behind a wall than without any protection`, () => {
    const whole = scoreOf(evidence);
    const unprotected = scoreOf(withResponses(evidence, bare));
    for (const status of [403, 502, 503]) {
      const blind = scoreOf(withResponses(evidence, walled(status)));
      if (blind === null) continue;
      const least = Math.min(whole?.total ?? 0, unprotected?.total ?? 0);
      assert.ok(blind.total <= least, `${status}: ${blind.total}, seen ${whole?.total}, bare ${unprotected?.total}`);
      assert.equal(blind.gradeStatus, 'provisional');
    }
  });
}
