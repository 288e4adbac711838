import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { standingOf } from '@perimeter/contract/standing';
import { goldenSites } from '@perimeter/engine/runner/golden';
import { renderForm } from '@perimeter/report/forms/forms';
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { renderTerminal } from '@perimeter/report/terminal/terminal';
import { toolMissing, withPdf } from '@perimeter/report/testing/pdf-tools';
import { fixesOf, maxFirst } from '@perimeter/report/verdict/fix-first';
import { sampleReportOf } from '../generate/samples.ts';

const { typeset } = createTypesetter();
const options = { paper: 'a4', verifyUrl: null, previous: null, certificateSha256: null } as const;
const flat = (text: string): string => text.replaceAll(/\s+/gu, ' ');

for (const site of goldenSites()) {
  const report = sampleReportOf(site);
  const { score } = report;
  const terminal = renderTerminal(report, { colour: false, unicode: true, width: 120 });
  const markdown = renderForm('markdown', report);
  const html = renderForm('html', report);

  test(`${site}: each category has one score in every form`, { skip: toolMissing('pdftotext') }, () => {
    const text = withPdf(typeset(report, options).pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
    for (const key of categoryKey.options.filter((one) => standingOf(report, one) === 'assessed')) {
      const [title, points] = [categoryTitles[key], score.categories[key]];
      assert.match(terminal, new RegExp(`^ *${title} +[█▉▊▋▌▍▎▏░]+ +${points} +[A-F]`, 'mu'), 'terminal');
      assert.match(markdown, new RegExp(`^\\| ${title} +\\| ${points} +\\|`, 'mu'), 'markdown');
      assert.match(html, new RegExp(`<span>${title}</span>.*?<strong[^>]*>${points} [A-F]`, 'u'), 'html');
      assert.match(flat(text), new RegExp(`(?:${title} ${points} \\(|TLS ${points} )`, 'u'), 'pdf');
    }
  });

  test(`${site}: the score after fixes is the same in every form`, { skip: toolMissing('pdftotext') }, () => {
    const text = withPdf(typeset(report, options).pdf, (run) => run('pdftotext', '-layout', 'report.pdf', '-').output);
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
  });
}
