import assert from 'node:assert/strict';
import { test } from 'node:test';
import { severityTexts, tallyOf, tallyText } from '@perimeter/contract/issue';
import type { OutcomeKind } from '@perimeter/contract/report';
import { goldenSites } from '@perimeter/engine/runner/golden';
import { renderForm } from '@perimeter/report/forms/forms';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { renderTerminal } from '@perimeter/report/terminal/terminal';
import { toolMissing, withPdf } from '@perimeter/report/testing/pdf-tools';
import { fixesOf } from '@perimeter/report/verdict/fix-first';
import { sampleReportOf } from '../generate/samples.ts';

const { typeset } = createTypesetter();
const options = { paper: 'a4', verifyUrl: null, previous: null, certificateSha256: null } as const;
const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ');

for (const site of goldenSites()) {
  const report = sampleReportOf(site);
  const { score, findings, modules } = report;
  const tally = tallyOf(findings);
  const checks = modules.flatMap((module) => module.checks);
  const of = (...kinds: readonly OutcomeKind[]): number =>
    checks.filter(({ outcome }) => kinds.includes(outcome)).length;
  const terminal = renderTerminal(report, { colour: false, unicode: true, width: 120 });
  const markdown = renderForm('markdown', report);
  const html = renderForm('html', report);

  test(`${site}: score, grade and counts of issues are the same in every form`, () => {
    assert.equal(tally.issues, of('fail'));
    if (report.issues !== undefined) assert.deepEqual(report.issues, tally.bySeverity);
    for (const [name, text] of Object.entries({ terminal, markdown: markdown.replaceAll('\\', ''), html })) {
      assert.ok(flat(text).toLowerCase().includes(tallyText(tally)), name);
      assert.match(text, new RegExp(`\\b${score.total} of 100`, 'u'), name);
      for (const counted of severityTexts(tally)) assert.ok(flat(text).includes(counted), `${name}: ${counted}`);
    }
    const sarif: { runs: { results: { ruleId: string; kind?: string }[] }[] } = JSON.parse(renderForm('sarif', report));
    const results = sarif.runs.flatMap((run) => run.results).filter(({ kind = 'fail' }) => kind === 'fail');
    assert.equal(results.length, tally.findings);
    assert.equal(new Set(results.map(({ ruleId }) => ruleId)).size, tally.issues);
    const rows = [...renderForm('csv', report).matchAll(/^"[^"\n]*","([a-z0-9-]+)","/gmu)].map(([, id]) => id);
    assert.equal(rows.filter((id) => id !== 'check').length, tally.findings);
    assert.equal(new Set(rows.filter((id) => id !== 'check')).size, tally.issues);
  });

  test(`${site}: score and grade are the same in every form that machines read`, () => {
    const { total, grade } = score;
    const own = [String(total), grade];
    const sarif: { runs: { properties: { score: number; grade: string } }[] } = JSON.parse(renderForm('sarif', report));
    for (const { properties } of sarif.runs)
      assert.deepEqual([String(properties.score), properties.grade], own, 'sarif');
    const junit = renderForm('junit', report);
    const properties = [...junit.matchAll(/<property name="(?:score|grade)" value="([^"]*)"\/>/gu)].map(
      ([, one]) => one,
    );
    assert.deepEqual(
      properties,
      modules.flatMap(() => own),
      'junit',
    );
    const csv = renderForm('csv', report);
    const rows = [...csv.matchAll(/","(\d+)","(\d+)","([A-F]\+?)",(?:"[^"]*",){3}"[^"]*"\r?$/gmu)];
    assert.equal(rows.length, tally.findings, 'csv');
    for (const [, points, uncapped, letter] of rows)
      assert.deepEqual([points, uncapped, letter], [own[0], String(score.uncapped), own[1]], 'csv');
  });

  test(`${site}: the issues have the same order in every form`, { skip: toolMissing('pdftotext') }, () => {
    const order = [...new Set(findings.map(({ checkId }) => checkId))];
    const inOrder = (text: string, pattern: RegExp): string[] => [
      ...new Set([...text.matchAll(pattern)].map(([, id = '']) => id)),
    ];
    const sarif: { runs: { results: { ruleId: string; kind?: string }[] }[] } = JSON.parse(renderForm('sarif', report));
    const results = sarif.runs.flatMap((run) => run.results).filter(({ kind = 'fail' }) => kind === 'fail');
    // The list of what to fix first, above the table, has a different order.
    const listed = markdown.slice(markdown.indexOf('## Issues'));
    for (const [name, found] of Object.entries({
      html: inOrder(html, /<details[^>]* id="check-([a-z0-9-]+)"/gu),
      markdown: inOrder(listed, /^\| (?:critical|high|medium|low) .*`([a-z0-9-]+)` \|$/gmu),
      terminal: inOrder(terminal.slice(terminal.indexOf('Issues in detail')), /^ +([a-z0-9-]+) · /gmu),
      sarif: [...new Set(results.map(({ ruleId }) => ruleId))],
      csv: inOrder(renderForm('csv', report), /^"[^"\n]*","([a-z0-9-]+)","/gmu).filter((id) => id !== 'check'),
    }))
      assert.deepEqual(found, order, name);
    const { pdf } = typeset(report, { ...options, detail: 'full' });
    const text = withPdf(pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
    // A long id is wrapped to the next line.
    const printed = inOrder(
      text,
      /^ *P-\d{3} +(?:CRITICAL|HIGH|MEDIUM|LOW) [^\f]*?\n *CHECK\b[^\n]*\n+ *([a-z0-9-]+)/gmu,
    );
    assert.equal(printed.length, order.length);
    for (const [index, id] of printed.entries())
      assert.ok(order[index]?.startsWith(id), `pdf: ${id} for ${order[index]}`);
  });

  test(`${site}: the results of checks add up to the same total`, () => {
    assert.equal(of('pass', 'fail', 'informational', 'inconclusive', 'not-applicable'), checks.length);
    const junit = renderForm('junit', report);
    assert.match(junit, new RegExp(`<testsuites [^>]*tests="${checks.length}" failures="${of('fail')}"`, 'u'));
    const skipped = [...junit.matchAll(/ skipped="(\d+)"/gu)].reduce((sum, [, count]) => sum + Number(count), 0);
    assert.equal(skipped, of('inconclusive', 'not-applicable'));
    assert.ok(flat(terminal).includes(`${checks.length} checks`));
  });

  test(`${site}: the PDF has the same numbers and order`, { skip: toolMissing('pdftotext') }, () => {
    const text = withPdf(typeset(report, options).pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
    const outcomes = (['pass', 'fail', 'informational', 'not-applicable', 'inconclusive'] as const).map((kind) =>
      of(kind),
    );
    const [, numbers = ''] = /^ *All modules +([\d ]+)$/mu.exec(text) ?? [];
    const printed = numbers.trim().split(/ +/u).map(Number);
    assert.equal(printed.at(-1), checks.length);
    assert.deepEqual(
      printed.slice(0, -1).toSorted((a, b) => a - b),
      outcomes.toSorted((a, b) => a - b),
    );
    assert.match(flat(text), new RegExp(`Score, grade ${score.grade.replace('+', '\\+')} ${score.total}\\.000`, 'u'));
    const numbered = [...text.matchAll(/^ *(P-\d{3}) +(?:CRITICAL|HIGH|MEDIUM|LOW) /gmu)].map(([, one]) => one);
    if (tally.issues <= 60) assert.equal(new Set(numbered).size, tally.issues);
  });

  test(`${site}: what to fix first has the same order`, () => {
    const first = fixesOf(report).slice(0, 5);
    const places = (text: string, words: readonly string[]): number[] => words.map((word) => text.indexOf(word));
    const part = terminal.slice(terminal.indexOf('What to fix first'));
    for (const [name, found] of Object.entries({
      markdown: places(
        markdown,
        first.map(({ issue: [{ checkId }] }) => `\`${checkId}\``),
      ),
      terminal: places(
        part,
        first.map(({ issue: [{ title }] }) => title.slice(0, 30)),
      ),
    })) {
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
        name,
      );
      assert.ok(!found.includes(-1), `${name}: ${found.join(' ')}`);
    }
  });
}
