import assert from 'node:assert/strict';
import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { severityTexts } from '@perimeter/contract/issue';
import { standingOf } from '@perimeter/contract/standing';
import { fixesOf, maxFirst } from '@perimeter/report/verdict/fix-first';
import { rendered } from '../../apps/dashboard/src/testing/rendered.ts';
import type { formsOf } from './agreements.ts';

type Forms = ReturnType<typeof formsOf>;

const pageOf = ({ site, report }: Forms): string =>
  rendered({
    name: 'report',
    // The page keeps what it read by the digest.
    digest: site,
    body: Buffer.from(JSON.stringify(report)),
    shared: null,
    isPrivate: false,
    accepted: null,
    answers: null,
    isOwn: false,
    since: null,
    filter: { severities: [], category: '', text: '' },
  });

const groupsOf = (text: string, pattern: RegExp): string[][] =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups);

/** What the page of the service has in common with the other forms of a report. */
export function agreesWithPage(forms: Forms): void {
  const { report, tally } = forms;
  const { score, outlook } = report;
  const page = pageOf(forms);
  assert.match(
    page,
    new RegExp(`<title>[^<]*: ${score.grade.replace('+', '\\+')}, ${score.total} of 100</title>`, 'u'),
  );
  assert.match(
    page,
    new RegExp(`aria-label="Score ${score.total} of 100, [a-z ]*grade ${score.grade.replace('+', '\\+')}[",]`, 'u'),
  );

  const [counts = ''] = /<ul class="counts"[^]*?<\/ul>/u.exec(page) ?? [];
  const counted = groupsOf(counts, /<b>(\d+)<\/b> (\w+)/gu).map((parts) => parts.join(' '));
  assert.deepEqual(
    counted.filter((text) => !text.startsWith('0 ')),
    severityTexts(tally),
  );

  for (const key of categoryKey.options.filter((one) => standingOf(report, one) === 'assessed'))
    assert.ok(
      page.includes(`<h3>${categoryTitles[key]}</h3><span class="points">${score.categories[key]}</span>`),
      key,
    );

  const fixes = fixesOf(report);
  const [firsts = ''] = /<ol class="firsts">[^]*?<\/ol>/u.exec(page) ?? [];
  assert.deepEqual(
    groupsOf(firsts, /<li><a href="#f-([a-z0-9-]+)">[^]*?<\/span>(?:<span class="gain">(\d+)<small>[^]*?)?<\/li>/gu),
    fixes
      .slice(0, maxFirst)
      .map(({ issue: [{ checkId }], after }) => [checkId, after === null ? undefined : String(after.total)]),
  );

  const [chart = ''] = /<svg class="plan-chart wide"[^]*?<\/svg>/u.exec(page) ?? [];
  assert.deepEqual(
    groupsOf(chart, /data-total="(\d+)" data-grade="([A-F]\+?)"/gu).slice(1),
    outlook.steps.map(({ total, grade }) => [String(total), grade]),
  );

  const order = groupsOf(page, /<details class="finding [a-z]+" id="f-([a-z0-9-]+)"/gu).flat();
  assert.deepEqual(order, [...new Set(report.findings.map(({ checkId }) => checkId))]);
}
