import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { digest } from '../canonical/digest.ts';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderHtml } from './html.ts';
import { proseHtml } from './prose.ts';

test('grade, score, findings, fixes and the hash of the report are on the page', () => {
  const html = renderHtml(sampleReport);
  for (const part of [
    'Grade C, 69 of 100',
    'Strict-Transport-Security is missing',
    'ssl_protocols',
    digest(sampleReport),
  ]) {
    assert.ok(html.includes(part), part);
  }
});

test("checks with a result are counted as on the service's page and in the PDF", () => {
  const { applicable, concluded } = sampleReport.coverage.overall;
  assert.ok(renderHtml(sampleReport).includes(`${concluded} of ${applicable} applicable checks have a result.`));
});

test('product, audit, date and method are at the top', () => {
  const html = renderHtml(sampleReport);
  const top = html.slice(html.indexOf('<main>'), html.indexOf('<h1'));
  for (const part of [
    '<strong>Perimeter</strong>',
    sampleReport.id,
    '2026-05-07',
    'docs/scoring.md" rel="noreferrer">How the score',
  ])
    assert.ok(top.includes(part), part);
});

test("what to fix first is the report's outlook, and each of its links leads to a finding", () => {
  const html = renderHtml(sampleReport);
  assert.match(
    html,
    /1\. Outages, critical and high[^]*score 83 after this fix[^]*<strong>B<\/strong> <span class="quiet">89 of 100/,
  );
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(
    targets,
    sampleReport.outlook.alone.map(({ checkId }) => `check-${checkId}`),
  );
  for (const id of targets) assert.ok(html.includes(` id="${id}"`), id);
  assert.doesNotMatch(renderHtml({ ...sampleReport, outlook: { alone: [], steps: [] } }), /What to do first/);
});

test('a fix without effect on its own shows the unchanged score, and the reproducing command is below the evidence', () => {
  const [finding] = sampleReport.findings;
  assert.ok(finding !== undefined);
  const alone = sampleReport.outlook.alone.map((one) => ({ ...one, total: sampleReport.score.total }));
  const html = renderHtml({
    ...sampleReport,
    findings: [{ ...finding, evidence: 'a\nb\nReproduce: curl x' }],
    outlook: { ...sampleReport.outlook, alone },
  });
  assert.match(html, /score 69 after this fix/);
  assert.ok(html.includes('<pre class="evidence" tabindex="0">a\nb</pre><pre>Reproduce: curl x</pre>'));
});

test("the content policy allows only the page's own style sheet", () => {
  const html = renderHtml(sampleReport);
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.match(
    html,
    new RegExp(`content="default-src 'none'; style-src 'sha256-${hash.replaceAll(/[+/]/g, '\\$&')}';`),
  );
  assert.doesNotMatch(html, /<script|<img|<link|\son\w+=|javascript:|\sstyle=/i);
});

test('hostile text creates no element', () => {
  const tags = (html: string) => new Set([...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name));
  assert.deepEqual(
    [...tags(renderHtml(hostileWellFormed()))].filter((tag) => !tags(renderHtml(sampleReport)).has(tag)),
    [],
  );
});

test('prose becomes paragraphs, lists, code and https links; anything else stays text', () => {
  assert.equal(
    proseHtml('Set `a<b` **now**, see [RFC](https://rfc.example/x).\n\n- one\n- two\n\n```nginx\nx "y";\n```'),
    '<p>Set <code>a&lt;b</code> <strong>now</strong>, see <a href="https://rfc.example/x" rel="noreferrer">RFC</a>.</p>\n' +
      '<ul><li>one</li><li>two</li></ul>\n' +
      '<div class="examples"><div class="example"><p class="label">nginx</p><pre>x &quot;y&quot;;</pre></div></div>',
  );
  assert.equal(proseHtml('[x](javascript:alert)'), '<p>[x](javascript:alert)</p>');
});
