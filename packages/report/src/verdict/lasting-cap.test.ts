import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../forms/markdown.ts';
import { renderHtml } from '../html/html.ts';
import { completed } from '../forms/ending.ts';
import { issues, sampleReport } from '../testing/sample-report.ts';
import { renderTerminal } from '../terminal/terminal.ts';

const reason = 'The site has no HTTPS: every address refuses port 443';
const { score } = sampleReport;
const capped = {
  ...sampleReport,
  findings: issues(['medium', 'low']),
  score: { ...score, total: 39, grade: 'F' as const, uncapped: 88, caps: [{ limit: 39, checkId: null, reason }] },
  outlook: {
    alone: [],
    steps: [
      { name: 'fix' as const, checkIds: ['medium-0'], total: 39, grade: 'F' as const },
      { name: 'harden' as const, checkIds: ['low-1'], total: 39, grade: 'F' as const },
    ],
  },
};

test('if no fix raises the score, the roadmap names the cap', () => {
  const texts = [
    renderHtml(capped),
    renderTerminal(capped, { width: 100, colour: false, unicode: false }),
    renderMarkdown([completed(capped)]).replaceAll('\\', ''),
  ];
  for (const text of texts) {
    assert.match(text.replaceAll(/\s+/gu, ' '), /refuses port 443\. Fix this first: until then the score stays at 39/u);
  }
  assert.doesNotMatch(renderHtml(sampleReport), /Fix this first/u);
});

test('the steps of a roadmap are numbered from one, whatever severities exist', () => {
  const html = renderHtml(capped);
  assert.match(html, /<h3>1\. Medium<\/h3>/u);
  assert.match(html, /<h3>2\. Low<\/h3>/u);
});
