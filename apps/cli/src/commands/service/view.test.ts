import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonText } from './view.ts';

const nothing = { critical: 0, high: 0, medium: 0, low: 0 };
const pillar = { score: 90, status: 'pass' } as const;
const side = (domain: string) => ({
  domain,
  score: 90,
  uncapped: 90,
  grade: 'A' as const,
  gradeStatus: 'final' as const,
  pillars: { tls: pillar, http: pillar, dns: pillar, network: pillar },
  severities: nothing,
  issues: nothing,
  scanMode: 'standard' as const,
  policyVersion: '4.1.0',
  completedAt: 0,
});
const finding = { checkId: 'x', category: 'tls' as const, title: 'TLS 1.0 is enabled', severity: 'medium' as const };

test('compared findings name their places as people do', () => {
  const places = [
    { host: '@', port: 443 },
    { host: 'mail', port: 25 },
    { host: '^', port: null },
    { host: 'www2.^', port: null },
  ];
  const onlyInA = places.map((place) => ({ ...finding, ...place, countA: 1, countB: 0 }));
  const text = comparisonText({
    targetA: side('shop.one.net'),
    targetB: side('two.net'),
    delta: 0,
    lead: null,
    tieBreak: null,
    policyChanged: false,
    findings: { onlyInA, onlyInB: [], inBoth: [] },
  });
  const named = text.split('\n').flatMap((line) => /medium: .* \((?<place>.*)\)$/u.exec(line)?.groups?.['place'] ?? []);
  assert.deepEqual(named, [
    'shop.one.net, port 443',
    'mail, port 25',
    'the domain above',
    'www2 below the domain above',
  ]);
});
