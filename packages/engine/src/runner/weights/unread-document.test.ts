import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Report } from '@perimeter/contract/report';
import { documentOfSite } from '../../evidence/site/document/of-site.ts';
import type { HttpResponse } from '../../evidence/http/schema.ts';
import { type AuditEvidence, readEvidence } from '../../evidence/evidence.ts';
import { evidencePath, goldenSites } from '../golden.ts';
import { judgeEvidence } from '../report.ts';
import { storedOutcomes } from '../report/stored-outcomes.ts';

type Change = Partial<Omit<HttpResponse, 'body'>> & { body?: Partial<HttpResponse['body']> };

/** A site's evidence with a changed document response and page facts. */
function changed(evidence: AuditEvidence, { body, ...head }: Change, keepsFacts = false): AuditEvidence {
  const { http, page } = evidence;
  assert.ok(http !== undefined && page !== undefined);
  const exchanges = http.exchanges.map((exchange) => {
    if (exchange.id !== http.finalDocument || !exchange.result.ok) return exchange;
    const { response } = exchange.result;
    return {
      ...exchange,
      result: { ok: true as const, response: { ...response, ...head, body: { ...response.body, ...body } } },
    };
  });
  const documents = page.documents.filter(({ role }) => keepsFacts || role !== 'final');
  return { ...evidence, http: { ...http, exchanges }, page: { ...page, documents } };
}

function reportOf(evidence: AuditEvidence): Report {
  const frame = { id: 'aud_00000000-0000-4000-8000-000000000000', completedAtMs: evidence.target.startedAtMs };
  const judged = judgeEvidence(evidence, frame, (where, error) => assert.fail(`${where}: ${String(error)}`));
  assert.ok(judged.ok);
  return judged.report;
}

const evidenceOf = (site: string): AuditEvidence => readEvidence(JSON.parse(readFileSync(evidencePath(site), 'utf8')));

const unknownCoding: Change = {
  body: {
    text: null,
    truncated: true,
    failure: { reason: 'malformed', gap: 'words-kept', values: ['Content-Encoding'] },
  },
};

for (const site of goldenSites()) {
  const evidence = evidenceOf(site);
  // Without a readable document of its own there is nothing to hide.
  if ((documentOfSite(evidence)?.facts ?? null) === null) continue;

  test(`${site} gets at most its proved points if its document was not read`, () => {
    const [whole, unread] = [reportOf(evidence), reportOf(changed(evidence, unknownCoding))];
    const { score, coverage } = unread;
    assert.equal(score.gradeStatus, 'provisional');
    assert.match(coverage.unreadDocument ?? '', /^https?:\/\/.+: The body was not read completely/);
    assert.ok(score.categories.http_security <= coverage.categories.http_security.assuredPermille / 10);
    assert.ok(score.total <= whole.score.total, `${score.total} and ${whole.score.total}`);
    assert.equal(score.notAssessed?.includes('http_security'), coverage.categories.http_security.assuredPermille < 500);
    // Later what-if scores follow the same rule.
    assert.notEqual(storedOutcomes(unread), null);
  });
}

test('a server error shows no page: nothing about its content passes, and absences are potential', () => {
  const { coverage, modules, findings } = reportOf(changed(evidenceOf('bad.lab'), { status: 500 }, true));
  assert.match(coverage.unreadDocument ?? '', /answered with status 500/);
  const pages = modules.filter(({ id }) => id === 'page_content' || id === 'content_security_policy');
  for (const { id, outcome } of pages.flatMap(({ checks }) => checks))
    assert.ok(outcome !== 'pass' && outcome !== 'not-applicable', `${id} ${outcome}`);
  for (const id of ['hsts-missing', 'csp-missing', 'hdr-clickjacking'])
    for (const { checkId, confidence } of findings.filter((finding) => finding.checkId === id))
      assert.deepEqual([checkId, confidence], [id, 'potential']);
});
