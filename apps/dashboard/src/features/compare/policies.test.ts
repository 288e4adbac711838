import type { Comparison } from '@perimeter/contract/compare';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../../testing/rendered.ts';

const none = { critical: 0, high: 0, medium: 0, low: 0 };
const pillar = { score: 90, status: 'pass' } as const;
const side = (domain: string, policyVersion: string | null): Comparison['targetA'] => ({
  domain,
  score: 90,
  uncapped: 90,
  grade: 'A',
  pillars: { tls: pillar, http: pillar, dns: pillar, network: pillar },
  severities: none,
  issues: none,
  scanMode: 'standard',
  policyVersion,
  completedAt: 1_700_000_000_000,
});

function pageOf(first: string | null, second: string | null, policyChanged: boolean): string {
  const compared: Comparison = {
    targetA: side('one.org', first),
    targetB: side('two.org', second),
    delta: 0,
    lead: null,
    tieBreak: null,
    policyChanged,
    findings: { onlyInA: [], onlyInB: [], inBoth: [] },
  };
  return rendered({ name: 'compare', targetA: 'one.org', targetB: 'two.org', compared, many: null, refused: null });
}

test('a notice says that the scores of different policies cannot be compared, and the page compares all the same', () => {
  const html = pageOf('1.16.0', '2.3.0', true);
  assert.match(html, /The scores of policy 1\.16\.0 and policy 2\.3\.0 cannot be compared/);
  assert.match(html, /Only one\.org/);
  assert.match(pageOf(null, '2.3.0', true), /an early policy and policy 2\.3\.0/);
  assert.doesNotMatch(pageOf('2.0.0', '2.3.0', false), /cannot be compared/);
});
