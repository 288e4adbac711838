import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { fc } from '@perimeter/protocols/testing/random';
import { failedAudit, reportWith, runs } from '../testing/endings.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { cmarkMissing, githubHtml } from '../testing/schemas.ts';
import { type AuditEnding, completed } from './ending.ts';
import { renderMarkdown } from './markdown.ts';
import { literal } from './markdown-text.ts';

test('score, categories, findings and evidence are included', () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  assert.match(markdown, /^# example\.org: C, 69 of 100 \(76 without limits\)\n/);
  assert.match(markdown, /\| TLS +\| 61 +\| D +\| 24 of 24 \|/);
  assert.match(markdown, /Server: nginx\/1\.18\.0/);
  assert.match(markdown, /4 issues, 7 findings \(1 high, 2 medium, 1 low\)/);
});

test("the score after fixes is that of the report's outlook", () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  const steps = [
    '1. Outages, critical and high: `tls-legacy-versions` (score 83). Score after these fixes: 89, B',
    '2. Medium: `hsts-missing` (score 69), `dmarc-policy-none` (score 69). Score after these fixes: 98, A',
    '3. Low: `server-version-disclosed` (score 69). Score after these fixes: 100, A',
  ];
  assert.ok(markdown.includes(`## What to fix first\n\n${steps.join('\n')}\n`), markdown.slice(0, 2_000));
  assert.doesNotMatch(markdown.slice(0, markdown.indexOf('## Issues')), /then/iu);
  const outlook = { alone: [], steps: [] };
  assert.ok(!renderMarkdown([completed({ ...sampleReport, outlook })]).includes('What to fix first'));
});

test('the places of a check are listed together', () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  assert.equal(markdown.match(/^<details><summary>(?:critical|high|medium|low) /gm)?.length, 4);
  assert.match(markdown, /`https:\/\/www\.example\.org\/` and 3 more +\| `tls-legacy-versions` \|/);
  assert.match(markdown, /Also found at\n\n- `https.*` at `2001:db8::11`\n/);
});

test('the command stands below evidence that is cut, and a place in a list says what was found there', () => {
  const [first] = sampleReport.findings;
  assert.ok(first !== undefined);
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const evidence = [...lines, 'Reproduce: dig TXT example.org'].join('\n');
  const findings = ['one', 'two', 'three', 'four', 'one'].map((what) => ({ ...first, evidence, description: what }));
  const markdown = renderMarkdown([completed({ ...sampleReport, findings })]);
  assert.equal(markdown.match(/^line 19\n…\nReproduce: dig TXT example\.org\n```$/gm)?.length, 3);
  assert.match(markdown, /Also found at\n\n- `.*`: four\n- `[^:]*:[^ ]*` at `[^`]*`\n\n/);
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

/** Elements of the form itself, and of the checks' prose. */
const expected = new Set(
  'div h1 h2 h3 p table thead tbody tr th td code strong em details summary b pre ul ol li br'.split(' '),
);

for (const [name, endings] of runs) {
  test(`${name}: GitHub's own renderer makes nothing active, and every row stays a row`, { skip: cmarkMissing }, () => {
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
    assert.equal(markdown.match(/^<details>/gm)?.length, markdown.match(/^<\/details>$/gm)?.length);
  });
}

test('a mention or an issue number in evidence stays text, split in two', { skip: cmarkMissing }, () => {
  const html = githubHtml(renderMarkdown([completed(reportWith(1, 'thanks to @octocat, see #12'))]));
  const outsideCode = html.replaceAll(/<pre>[^]*?<\/pre>|<code>[^]*?<\/code>/g, '');
  assert.match(outsideCode, /thanks to @<!-- -->octocat, see #<!-- -->12/);
  assert.doesNotMatch(outsideCode, /@octocat|#12/);
});

test('a long report is cut below 64 KiB between parts, with a note', () => {
  const markdown = renderMarkdown([completed(reportWith(900))]);
  assert.ok(new TextEncoder().encode(markdown).length <= 64 * 1024);
  assert.match(markdown, /of 300 issues are only in the JSON report/);
});

test('a failed audit is reported as failed', () => {
  const markdown = renderMarkdown([{ ok: false, failed: failedAudit, source: null }]);
  assert.match(markdown, /^# failed\.example: the audit failed\n\nNothing answered/);
});

test('columns are aligned in plain text, and common punctuation is not escaped', () => {
  const markdown = renderMarkdown([completed(sampleReport)]);
  const rows = markdown.split('\n').filter((line) => /^\| (?:Severity|critical|high|medium|low) /u.test(line));
  const starts = rows.map((row) => [...row.matchAll(/ \| /gu)].map(({ index }) => index));
  assert.ok(rows.length >= 5);
  assert.equal(new Set(starts.map((columns) => columns.join(' '))).size, 1);
  assert.doesNotMatch(markdown.slice(0, markdown.indexOf('How to fix')), /\\[.:()-]/u);
});

/** Text and code of each paragraph, as a reader sees them. */
const paragraphsOf = (html: string): string[] =>
  [...rendered(html).getElementsByTagName('p')].map((paragraph) => paragraph.textContent ?? '');

test('GitHub shows any text literally', { skip: cmarkMissing }, () => {
  const active = fc.constantFrom(
    ...'\\ ` * ** _ __ [ ] ( ) < > | ~~ $ & &amp; &#35; # @ : :// . ! - + = 1. 1) www. http:// a@b.c @x #1 :tada: :52:'.split(
      ' ',
    ),
    ' ',
    'word',
    'http_status',
  );
  const texts = fc.sample(fc.array(active, { minLength: 1, maxLength: 12 }), { seed: 11, numRuns: 2_000 });
  const shown = texts.map((parts) => `x${parts.join('')}x`).concat(texts.map((parts) => `${parts.join('').trim()}x`));
  const html = githubHtml(shown.map((text) => literal(text)).join('\n\n'));
  assert.doesNotMatch(html, /<(?!\/?(?:p|code)>|!-- -->)/u);
  assert.deepEqual(paragraphsOf(shown.map((text) => literal(text)).join('\n\n')), shown);
});
