import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderForm } from '../forms/forms.ts';
import { boardOf } from '../pdf/board/board.ts';
import { renderTerminal } from '../terminal/terminal.ts';
import { issues, sampleReport } from '../testing/sample-report.ts';
import { fixesOf, fixNote, orderedIssues } from './fix-first.ts';

const findings = issues(['high', 'medium', 'low']).map((finding) => ({
  ...finding,
  title: `Title of ${finding.checkId}`,
}));
const ids = ['low-2', 'high-0', 'medium-1'];
const report = {
  ...sampleReport,
  findings,
  outlook: {
    alone: ids.map((checkId, index) => ({
      checkId,
      total: 71 + index,
      grade: 'C' as const,
      ...(index === 0 ? { outage: true as const } : {}),
    })),
    steps: [
      { name: 'contain' as const, checkIds: ['low-2', 'high-0'], total: 80, grade: 'B' as const },
      { name: 'fix' as const, checkIds: ['medium-1'], total: 90, grade: 'A' as const },
    ],
  },
};

/** The words in the order of their occurrence in the text. */
const orderIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => text.includes(word)).toSorted((a, b) => text.indexOf(a) - text.indexOf(b));

test('issues are in the order of the outlook, outages first, each with the score after it', () => {
  assert.deepEqual(
    fixesOf(report).map((fix) => [fix.issue[0].checkId, fixNote(fix)]),
    [
      ['low-2', 'score 71 after this fix, due today'],
      ['high-0', 'score 72 after this fix'],
      ['medium-1', 'score 73 after this fix'],
    ],
  );
});

test('a report without an outlook lists its issues by severity', () => {
  const older = { ...report, outlook: { alone: [], steps: [] } };
  assert.deepEqual(
    orderedIssues(older).map(([{ checkId }]) => checkId),
    ['high-0', 'medium-1', 'low-2'],
  );
  assert.equal(fixNote({ after: null, isOutage: false }), '');
});

test('every form has the same order and number', () => {
  const terminal = renderTerminal(report, { width: 120, unicode: true, colour: false });
  for (const text of [renderForm('html', report), terminal]) {
    assert.deepEqual(
      orderIn(
        text,
        ids.map((id) => `Title of ${id}`),
      ),
      ids.map((id) => `Title of ${id}`),
    );
    for (const total of [71, 72, 73]) assert.match(text, new RegExp(`score ${total} after this fix`));
    assert.match(text, /due today/);
  }
  const markdown = renderForm('markdown', report);
  assert.match(markdown, /1\. Outages, critical and high: `low-2` \(score 71, due today\), `high-0` \(score 72\)/);
  const board = boardOf(report, orderedIssues(report), { previous: null, isPublic: false });
  assert.partialDeepStrictEqual(board, {
    first: [
      { title: 'Title of low-2', after: 71, dueToday: true },
      { title: 'Title of high-0', after: 72, dueToday: false },
      { title: 'Title of medium-1', after: 73, dueToday: false },
    ],
  });
});
