import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issuesOf } from '@perimeter/contract/issue';
import { issues, sampleReport } from '../../testing/sample-report.ts';
import { boardIssues } from './cards.ts';

const withFix = (fix: string): unknown => {
  const findings = issues(['high']).map((finding) => ({ ...finding, remediation: { ...finding.remediation, fix } }));
  return boardIssues(sampleReport, issuesOf(findings));
};

test('a card says what to do before the first example, and which servers have examples', () => {
  const example = '```nginx\nx;\n```';
  assert.partialDeepStrictEqual(
    withFix(
      `Disable it in the configuration of every server. Where that is impossible, limit it as follows:\n\n${example}\n\nCaddy needs nothing.`,
    ),
    {
      cards: [
        {
          action: 'Disable it in the configuration of every server.',
          stacks: ['nginx'],
          by: '6 June 2026',
          owner: 'Server operations',
        },
      ],
    },
  );
  assert.partialDeepStrictEqual(withFix(`Turn off the answer that names the software:\n\n${example}\n\nNo more.`), {
    cards: [{ action: 'Turn off the answer that names the software.', stacks: ['nginx'] }],
  });
  assert.partialDeepStrictEqual(withFix(`${example}\n\nCaddy needs nothing.`), {
    cards: [{ action: 'Apply the example for nginx in the annex.', stacks: ['nginx'] }],
  });
});

test('an issue of DNS or e-mail has a name, a web issue a URL', () => {
  const placed = (category: 'dns_email' | 'tls'): unknown => {
    const [finding] = issues(['high']).map((one) => ({
      ...one,
      category,
      host: 'a.lab',
      affectedUrl: 'https://a.lab/',
    }));
    assert.ok(finding !== undefined);
    const found = { ...finding, address: null, port: null };
    return Object(boardIssues(sampleReport, issuesOf([found]))).cards[0].place;
  };
  assert.equal(placed('dns_email'), 'a.lab');
  assert.equal(placed('tls'), 'https://a.lab/');
});

test('issues of low severity share pages, and the rest is counted', () => {
  const all = issuesOf(issues([...Array<'high'>(20).fill('high'), ...Array<'low'>(20).fill('low')]));
  const { cards, compact, moreIssues } = Object(boardIssues(sampleReport, all));
  assert.deepEqual([cards.length, compact.length, moreIssues], [7, 12, 21]);
  const few = Object(boardIssues(sampleReport, issuesOf(issues(['medium', 'low', 'low']))));
  assert.deepEqual([few.cards.length, few.compact.length, few.moreIssues], [1, 2, 0]);
});
