import type { DomainAudit } from '@perimeter/contract/domains';
import { msPerDay } from '@perimeter/contract/durations';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InventoryMark } from '../../lib/domain-props.ts';
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
const at = third.endedAt ?? 0;
const marks: InventoryMark[] = [
  { at, kind: 'name-servers', names: ['one.org'], more: 0 },
  { at, kind: 'keys', names: ['one.org:443', 'www.one.org:443'], more: 0 },
  { at: second.endedAt ?? 0, kind: 'addresses', names: ['a.one.org', 'b.one.org', 'c.one.org'], more: 2 },
];

const pageOf = (
  audits: DomainAudit[],
  risks: { at: number; checkId: string | null }[],
  { seen = marks, nextCursor = null }: { seen?: readonly InventoryMark[]; nextCursor?: string | null } = {},
): string =>
  rendered({
    name: 'domain',
    domain: 'one.org',
    audits,
    changes: null,
    marks: seen,
    risks,
    nextCursor,
    isFirstPage: true,
    tags: [],
    owner: '',
    note: '',
    refused: null,
  }).replaceAll('<!-- -->', '');
const listed = (html: string): string[] =>
  [...html.matchAll(/<li>(?<number>\d+)\. <time[^>]*>[^<]*<\/time>: (?<text>[^<]*)<\/li>/gu)].map(({ groups }, at) =>
    groups?.['number'] === String(at + 1) ? (groups['text'] ?? '') : 'misnumbered',
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
    'First audit: there is none before it to compare with',
    'Scoring policy 2.0.0: scores before it mean something else',
    'Addresses changed: a.one.org, b.one.org, c.one.org and 2 more',
    'Risk accepted: hsts-missing',
    'The risk of one finding accepted',
    'Name servers changed: one.org',
    'Keys of certificates changed: one.org:443, www.one.org:443',
  ]);
  assert.match(
    html,
    /aria-label="Scores of 3 audits; the table below lists them, and the list below has the 7 numbered events"/u,
  );
  assert.match(html, />6–7<\/text>/u, 'events of one time share a mark');
});

test('without events, where older audits stand on another page, there is neither a list nor a mark', () => {
  const html = pageOf(
    [second, first].map((audit) => ({ ...audit, policyVersion: '2.0.0' })),
    [],
    { seen: [], nextCursor: 'older' },
  );
  assert.deepEqual(listed(html), []);
  assert.match(html, /aria-label="Scores of 2 audits; the table below lists them"/u);
  assert.match(pageOf([first], []), /First audit: the next one begins a line/u);
});

test('more events than a page holds in sight are behind their number', () => {
  const many = Array.from({ length: 13 }, (_, n) => ({
    at,
    kind: 'addresses' as const,
    names: [`${n}.one.org`],
    more: 0,
  }));
  assert.match(
    pageOf([third, second], [], { seen: many, nextCursor: 'older' }),
    /<details><summary>13 events<\/summary><ol/u,
  );
  assert.doesNotMatch(
    pageOf([third, second], [], { seen: many.slice(1), nextCursor: 'older' }),
    /12 events<\/summary>/u,
  );
});
