import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { renderMarkdown } from './markdown.ts';

test('score, categories, findings and evidence are there', () => {
  const markdown = renderMarkdown(sampleReport);
  assert.match(markdown, /^# example\\\.org: C, 69 of 100\n/);
  assert.match(markdown, /\| TLS \| 61 \| D \| 24 of 24 \|/);
  assert.equal(markdown.match(/^<details>$/gm)?.length, sampleReport.findings.length);
  assert.match(markdown, /Server: nginx\/1\.18\.0/);
});

test('nothing that a target sends is active: no tag, no link, no mention, no row of its own', () => {
  const markdown = renderMarkdown(hostileWellFormed());
  const outsideCode = markdown.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '').replaceAll(/^```[\s\S]*?^```$/gm, '');
  assert.doesNotMatch(outsideCode, /(?<!\\)<(?!\/?(?:details|summary)>)/);
  assert.doesNotMatch(outsideCode, /(?<!\\)!?\[/);
  const rows = outsideCode.split('\n').filter((line) => line.startsWith('| high'));
  assert.equal(rows.length, sampleReport.findings.filter(({ severity }) => severity === 'high').length);
});

test('a long report is cut at whole parts, below 64 KiB, and says so', () => {
  const many = Array.from({ length: 60 }, () => hostileWellFormed().findings).flat();
  const markdown = renderMarkdown({ ...hostileWellFormed(), findings: many });
  assert.ok(new TextEncoder().encode(markdown).length <= 64 * 1024);
  assert.match(markdown, /findings without details here/);
  assert.equal(markdown.match(/^<details>$/gm)?.length, markdown.match(/^<\/details>$/gm)?.length);
});
