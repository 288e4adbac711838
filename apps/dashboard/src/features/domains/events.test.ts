import type { DomainAudit, DomainChanges } from '@perimeter/contract/domains';
import { msPerDay } from '@perimeter/contract/durations';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../../testing/rendered.ts';

const auditAt = (day: number, policyVersion: string): DomainAudit => ({
  id: `aud_00000000-0000-4000-8000-0000000000${String(day).padStart(2, '0')}`,
  domain: 'one.org',
  scanMode: 'standard',
  status: 'completed',
  private: true,
  authority: false,
  startedAt: day * msPerDay,
  endedAt: day * msPerDay,
  percentComplete: 100,
  checksExecuted: 1,
  findingsCount: 0,
  policyVersion,
  severities: null,
  issues: null,
  score: 80,
  uncapped: 80,
  grade: 'B',
  gradeStatus: 'final',
  reportAvailable: true,
  change: null,
});

const [first, second, third] = [auditAt(10, '1.9.0'), auditAt(40, '2.0.0'), auditAt(80, '2.1.0')];
const compared = ({ id, policyVersion, endedAt }: DomainAudit): DomainChanges['from'] => ({
  id,
  completedAt: endedAt ?? 0,
  scanMode: 'standard',
  authority: false,
  score: 80,
  grade: 'B',
  policyVersion: policyVersion ?? '',
});
const changes: DomainChanges = {
  domain: 'one.org',
  from: compared(second),
  to: compared(third),
  policyChanged: false,
  sameKind: true,
  new: [],
  newlySeen: [],
  gone: [],
  noLongerApplies: [],
  notAnswered: [],
  worse: [],
  better: [],
  still: [],
  inventory: [
    { kind: 'name-servers', name: 'one.org', before: ['a.'], after: ['b.'] },
    { kind: 'keys', name: 'one.org:443', before: ['x'], after: ['y'] },
    { kind: 'keys', name: 'www.one.org:443', before: ['x'], after: ['y'] },
  ],
};

const pageOf = (audits: DomainAudit[], risks: { at: number; checkId: string | null }[]): string =>
  rendered({
    name: 'domain',
    domain: 'one.org',
    audits,
    changes,
    risks,
    nextCursor: null,
    isFirstPage: true,
    tags: [],
    owner: '',
    note: '',
  }).replaceAll('<!-- -->', '');
const listed = (html: string): string[] =>
  [...html.matchAll(/<li><time[^>]*>[^<]*<\/time>: (?<text>[^<]*)<\/li>/gu)].map(
    ({ groups }) => groups?.['text'] ?? '',
  );

test('events between the first audit and the last are numbered in the chart, and stand in words beside it', () => {
  const html = pageOf(
    [third, second, first],
    [
      { at: 60 * msPerDay, checkId: 'hsts-missing' },
      { at: 5 * msPerDay, checkId: 'too-early' },
      { at: 70 * msPerDay, checkId: null },
    ],
  );
  assert.deepEqual(listed(html), [
    'Scoring policy 2.0.0: scores before it mean something else',
    'Risk accepted: hsts-missing',
    'The risk of one finding accepted',
    'Name servers changed: one.org',
    'Keys of certificates changed: one.org:443, www.one.org:443',
  ]);
  assert.match(html, /aria-label="Scores of 3 audits; the table below has them, and the list the 5 numbered events"/u);
  assert.match(html, />4–5<\/text>/u, 'events of one time share a mark');
});

test('without events there is neither a list nor a mark', () => {
  const html = pageOf(
    [second, first].map((audit) => ({ ...audit, policyVersion: '2.0.0' })),
    [],
  );
  assert.deepEqual(listed(html), []);
  assert.match(html, /aria-label="Scores of 2 audits; the table below has them"/u);
});
