import assert from 'node:assert/strict';
import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { severityTexts, tallyOf, tallyText } from '@perimeter/contract/issue';
import { outcomeKind, type OutcomeKind } from '@perimeter/contract/report';
import { standingOf } from '@perimeter/contract/standing';
import { renderForm } from '@perimeter/report/forms/forms';
import { renderTerminal } from '@perimeter/report/terminal/terminal';
import { fixesOf, maxFirst } from '@perimeter/report/verdict/fix-first';
import { sampleReportOf } from '../generate/samples.ts';
import { sampleText } from './sample-documents.ts';

const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** A recorded report in its forms. */
export function formsOf(site: string) {
  const report = sampleReportOf(site);
  const checks = report.modules.flatMap((module) => module.checks);
  return {
    site,
    report,
    checks,
    tally: tallyOf(report.findings),
    of: (...kinds: readonly OutcomeKind[]): number => checks.filter(({ outcome }) => kinds.includes(outcome)).length,
    terminal: renderTerminal(report, { colour: false, unicode: true, width: 120 }),
    markdown: renderForm('markdown', report),
    html: renderForm('html', report),
  };
}

type Agreements = Readonly<Record<string, (forms: ReturnType<typeof formsOf>) => void>>;

/** What each form of a report must have in common with the others, by what it is. */
export const agreements: Agreements = {
  'score, grade and counts of issues are the same in every form': ({ report, tally, of, terminal, markdown, html }) => {
    const { score } = report;
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
  },
  'score and grade are the same in every form that machines read': ({ report, tally }) => {
    const { score, modules } = report;
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
  },
  'the results of checks add up to the same total': ({ report, checks, of, terminal }) => {
    assert.equal(of('pass', 'fail', 'informational', 'inconclusive', 'not-applicable'), checks.length);
    const junit = renderForm('junit', report);
    assert.match(junit, new RegExp(`<testsuites [^>]*tests="${checks.length}" failures="${of('fail')}"`, 'u'));
    const skipped = [...junit.matchAll(/ skipped="(\d+)"/gu)].reduce((sum, [, count]) => sum + Number(count), 0);
    assert.equal(skipped, of('inconclusive', 'not-applicable'));
    assert.ok(flat(terminal).includes(`${checks.length} checks`));
  },
  'what to fix first has the same order': ({ report, terminal, markdown }) => {
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
  },
};

/** The same, where the document is one of the forms. */
export const agreementsWithDocument: Agreements = {
  'the issues have the same order in every form': ({ report, site, terminal, markdown, html }) => {
    const { findings } = report;
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
    const text = sampleText(site, 'full');
    // A long id is wrapped to the next line.
    const printed = inOrder(
      text,
      /^ *P-\d{3} +(?:CRITICAL|HIGH|MEDIUM|LOW) [^\f]*?\n *CHECK\b[^\n]*\n+ *([a-z0-9-]+)/gmu,
    );
    assert.equal(printed.length, order.length);
    for (const [index, id] of printed.entries())
      assert.ok(order[index]?.startsWith(id), `pdf: ${id} for ${order[index]}`);
  },
  'the PDF has the same numbers and order': ({ report, site, checks, tally, of }) => {
    const { score } = report;
    const text = sampleText(site, 'brief');
    const outcomes = outcomeKind.options.map((kind) => of(kind));
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
  },
  'each category has one score in every form': ({ report, site, terminal, markdown, html }) => {
    const { score } = report;
    const text = sampleText(site, 'brief');
    for (const key of categoryKey.options.filter((one) => standingOf(report, one) === 'assessed')) {
      const [title, points] = [categoryTitles[key], score.categories[key]];
      assert.match(terminal, new RegExp(`^ *${title} +[█▉▊▋▌▍▎▏░]+ +${points} +[A-F]`, 'mu'), 'terminal');
      assert.match(markdown, new RegExp(`^\\| ${title} +\\| ${points} +\\|`, 'mu'), 'markdown');
      assert.match(html, new RegExp(`<span>${title}</span>.*?<strong[^>]*>${points} [A-F]`, 'u'), 'html');
      assert.match(flat(text), new RegExp(`(?:${title} ${points} \\(|TLS ${points} )`, 'u'), 'pdf');
    }
  },
  'the score after fixes is the same in every form': ({ report, site, terminal, markdown, html }) => {
    const text = sampleText(site, 'brief');
    const pairs = (from: string, pattern: RegExp): string[][] =>
      [...from.matchAll(pattern)].map(([, one = '', other = '']) => [one, other]);
    const steps = report.outlook.steps.map(({ total, grade }) => [String(total), grade]);
    const plan = terminal.slice(terminal.indexOf('  Score after fixes'));
    assert.deepEqual(pairs(plan, /^ +\d\. \D+? +(\d+) +([A-F]\+?) /gmu).slice(0, steps.length), steps, 'terminal');
    assert.deepEqual(pairs(markdown, /Score after these fixes: (\d+), ([A-F]\+?)/gu), steps, 'markdown');
    assert.deepEqual(
      pairs(html, /class="reached[^"]*"><strong>([A-F]\+?)<\/strong> <span class="quiet">(\d+) of 100/gu),
      steps.map(([total, grade]) => [grade, total]),
      'html',
    );
    assert.deepEqual(pairs(text, /Score after this step: (\d+), grade ([A-F]\+?)/gu), steps, 'pdf');
    const alone = fixesOf(report).flatMap(({ issue: [{ checkId }], after }) =>
      after === null ? [] : [[checkId, String(after.total)]],
    );
    const first = alone.slice(0, maxFirst);
    const places = alone.map(([id = '']) => id);
    // Each step names its first issues, so that some of the order are left out.
    for (const [name, found] of Object.entries({
      html: pairs(html, /<a href="#check-([a-z0-9-]+)">[^<]*<\/a> <span class="gain">score (\d+) after this fix/gu),
      markdown: pairs(markdown, /`([a-z0-9-]+)` \(score (\d+)/gu),
    })) {
      assert.ok(found.length >= Math.min(first.length, 1), name);
      const order = found.map(([id = '']) => places.indexOf(id));
      assert.deepEqual(
        found,
        order.toSorted((one, other) => one - other).map((place) => alone[place]),
        name,
      );
    }
    const points = first.map(([, total]) => total);
    const beforePlan = flat(
      terminal.slice(terminal.indexOf('What to fix first'), terminal.indexOf('  Score after fixes')),
    );
    assert.deepEqual(
      pairs(beforePlan, /score (\d+) after this fix/gu).map(([total]) => total),
      points,
      'terminal',
    );
    const [listed = ''] = /SCORE AFTER FIX[^]*?(?=Calculated with)/u.exec(text) ?? [];
    assert.deepEqual(
      pairs(listed, /^ *\d +(?:CRITICAL|HIGH|MEDIUM|LOW) .* (\d+) *$/gmu).map(([total]) => total),
      points,
      'pdf',
    );
  },
};
