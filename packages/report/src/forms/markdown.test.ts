import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { failedAudit, reportWith, runs } from '../testing/endings.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { cmarkMissing, githubHtml } from '../testing/schemas.ts';
import { type AuditEnding, completed } from './ending.ts';
import { renderMarkdown } from './markdown.ts';

test('score, categories, findings and evidence are there', () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  assert.match(markdown, /^# example\\\.org: C, 69 of 100\n/);
  assert.match(markdown, /\| TLS \| 61 \| D \| 24 of 24 \|/);
  assert.match(markdown, /Server: nginx\/1\.18\.0/);
  assert.match(markdown, /4 issues, 7 findings \(1 high, 2 medium, 1 low\)/);
});

test('the score after fixes is the outlook of the report', () => {
  assert.ok(
    renderMarkdown([completed(sampleReport)]).includes(
      'Score after fixes: `tls-legacy-versions` → **B, 89**; then `hsts-missing` and `dmarc-policy-none` → **A, 98**; then `server-version-disclosed` → **A, 100**.\n',
    ),
  );
  const outlook = { alone: [], steps: [] };
  assert.ok(!renderMarkdown([completed({ ...sampleReport, outlook })]).includes('Score after fixes'));
});

test('the places of one check stand together', () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  assert.equal(markdown.match(/^<summary><b>(?:critical|high|medium|low) /gm)?.length, 4);
  assert.match(markdown, /`https:\/\/www\.example\.org\/` and 3 more \| `tls-legacy-versions` \|/);
  assert.match(markdown, /Also found at\n\n- https.* at 2001\\:db8\\:\\:11\n/);
});

/** As GitHub reads it, with its void elements closed, as XML. */
function rendered(markdown: string) {
  const html = githubHtml(markdown).replaceAll(/<(br|hr|input)([^>]*?)\s*\/?>/g, '<$1$2/>');
  return new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(`<div>${html}</div>`, 'text/xml');
}

const groupsOf = (endings: readonly AuditEnding[]): number =>
  endings.reduce(
    (sum, ending) => sum + (ending.ok ? new Set(ending.report.findings.map((one) => one.checkId)).size : 0),
    0,
  );

/** Elements that the form itself uses, and those of the checks' own prose. */
const expected = new Set(
  'div h1 h2 h3 p table thead tbody tr th td code strong em details summary b pre ul ol li br'.split(' '),
);

for (const [name, endings] of runs) {
  test(
    `${name}: GitHub's own reader makes nothing active of it, and every row stays a row`,
    { skip: cmarkMissing },
    () => {
      const markdown = renderMarkdown(endings);
      const document = rendered(markdown);
      const elements = [...document.getElementsByTagName('*')];
      assert.deepEqual(
        [...new Set(elements.map(({ tagName }) => tagName))].filter((tag) => !expected.has(tag)),
        [],
      );
      const tables = [...document.getElementsByTagName('table')].filter(
        (table) => table.getElementsByTagName('th')[0]?.textContent === 'Severity',
      );
      const rows = tables.flatMap((table) => [...table.getElementsByTagName('tr')].slice(1));
      assert.equal(rows.length, groupsOf(endings));
      for (const row of rows) {
        assert.equal(row.getElementsByTagName('td').length, 5);
        assert.match(row.getElementsByTagName('td')[0]?.textContent ?? '', /^(?:critical|high|medium|low)$/);
      }
      assert.ok(new TextEncoder().encode(markdown).length <= 64 * 1024);
      assert.equal(markdown.match(/^<details>$/gm)?.length, markdown.match(/^<\/details>$/gm)?.length);
    },
  );
}

test('a mention or a number of an issue in evidence stays text of two pieces', { skip: cmarkMissing }, () => {
  const html = githubHtml(renderMarkdown([completed(reportWith(1, 'thanks to @octocat, see #12'))]));
  const outsideCode = html.replaceAll(/<pre>[^]*?<\/pre>|<code>[^]*?<\/code>/g, '');
  assert.match(outsideCode, /thanks to @<!-- -->octocat, see #<!-- -->12/);
  assert.doesNotMatch(outsideCode, /@octocat|#12/);
});

test('a long report is cut at whole parts, below 64 KiB, and says so', () => {
  const markdown = renderMarkdown([completed(reportWith(900))]);
  assert.ok(new TextEncoder().encode(markdown).length <= 64 * 1024);
  assert.match(markdown, /of 300 issues are only in the JSON report/);
});

test('a failed audit is said to have failed', () => {
  const markdown = renderMarkdown([{ ok: false, failed: failedAudit, source: null }]);
  assert.match(markdown, /^# failed\\\.example: the audit failed\n\nNothing answered/);
});
