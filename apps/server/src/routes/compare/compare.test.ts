import { comparison, type ComparedFinding, pillarStatusOf } from '@perimeter/contract/compare';
import { severity } from '@perimeter/contract/finding';
import { grade } from '@perimeter/contract/grade';
import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeHost } from './compare-findings.ts';
import { compareReports, withheld } from './compare.ts';
import type { ComparedReport } from './compared-report.ts';

const points = fc.integer({ min: 0, max: 100 });
const grades = fc.constantFrom(...grade.options);
const perCategory = <T>(of: fc.Arbitrary<T>) => fc.record({ tls: of, http_security: of, dns_email: of, network: of });

const reportOf = (domain: string): fc.Arbitrary<ComparedReport> =>
  fc.record({
    domain: fc.constant(domain),
    scanMode: fc.constantFrom('standard', 'deep'),
    completedAt: fc.nat(),
    score: fc.record({
      total: points,
      uncapped: points,
      grade: grades,
      policyVersion: fc.constantFrom('1.16.0', '2.0.0', '2.3.0', undefined),
      categories: perCategory(points),
      categoryGrades: perCategory(grades),
    }),
    coverage: fc.record({
      categories: perCategory(fc.record({ concludedPermille: fc.integer({ min: 0, max: 1000 }) })),
    }),
    severities: fc.record({ critical: fc.nat(9), high: fc.nat(9), medium: fc.nat(9), low: fc.nat(9) }),
    findings: fc.array(
      fc
        .record({
          check: fc.constantFrom('hsts-missing', 'tls-old', 'cookie-open'),
          severity: fc.constantFrom(...severity.options),
          cvss: fc.integer({ min: 1, max: 100 }).map((tenths) => tenths / 10),
          host: fc.constantFrom(domain, `www.${domain}`, `mail.${domain}`, 'mx.provider.net'),
          port: fc.constantFrom(null, 443, 25),
        })
        .map(({ check, ...at }) => ({ checkId: check, title: check, category: 'tls' as const, ...at })),
      { maxLength: 12 },
    ),
  });

const a = reportOf('one.org');
const b = reportOf('two.co.uk');
const pairs = fc.tuple(a, b);

const swapped = (found: readonly ComparedFinding[]) =>
  found.map(({ countA, countB, ...same }) => ({ ...same, countA: countB, countB: countA }));

test('swapping the sides negates delta, swaps everything else, and keeps the leader', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const there = compareReports(a, b);
      const back = compareReports(b, a);
      assert.equal(there.delta + back.delta, 0);
      assert.equal(there.lead, back.lead);
      assert.deepEqual([there.targetA, there.targetB], [back.targetB, back.targetA]);
      assert.deepEqual(there.findings.onlyInA, swapped(back.findings.onlyInB));
      assert.deepEqual(there.findings.inBoth, swapped(back.findings.inBoth));
    }),
  );
});

test('delta is A minus B, the better score leads, and a tie has no leader', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const { delta, lead } = comparison.parse(compareReports(a, b));
      assert.equal(delta, a.score.total - b.score.total);
      assert.equal(
        lead,
        a.score.total === b.score.total ? null : a.score.total > b.score.total ? 'one.org' : 'two.co.uk',
      );
    }),
  );
});

test('ties are decided by the uncapped score, then by the issues of the highest severity', () => {
  const side = (report: ComparedReport, uncapped: number, severities: readonly ('high' | 'low')[]): ComparedReport => ({
    ...report,
    score: { ...report.score, total: 39, uncapped },
    findings: severities.map((name, at) => ({
      checkId: `check-${at}`,
      category: 'tls',
      title: name,
      severity: name,
      cvss: name === 'high' ? 8 : 2,
      host: report.domain,
      port: 443,
    })),
  });
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const tie = (x: ComparedReport, y: ComparedReport) => {
        const there = compareReports(x, y);
        assert.deepEqual(there.tieBreak, compareReports(y, x).tieBreak);
        return [there.delta, there.lead, there.tieBreak] as const;
      };
      assert.deepEqual(tie(side(a, 53, []), side(b, 88, ['high'])), [0, null, { lead: b.domain, by: 'uncapped' }]);
      assert.deepEqual(tie(side(a, 53, ['low', 'low']), side(b, 53, ['high'])), [
        0,
        null,
        { lead: a.domain, by: 'issues' },
      ]);
      assert.deepEqual(tie(side(a, 53, ['low']), side(b, 53, ['low'])), [0, null, null]);
      if (a.score.total !== b.score.total) assert.equal(compareReports(a, b).tieBreak, null);
    }),
  );
});

test('every finding of both sides is counted in exactly one place', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const { onlyInA, onlyInB, inBoth } = compareReports(a, b).findings;
      const all = [...onlyInA, ...onlyInB, ...inBoth];
      const sum = (of: 'countA' | 'countB') => all.reduce((total, found) => total + found[of], 0);
      assert.deepEqual([sum('countA'), sum('countB')], [a.findings.length, b.findings.length]);
      assert.equal(new Set(all.map(({ checkId, host, port }) => `${checkId} ${host} ${port}`)).size, all.length);
      assert.ok(onlyInA.every(({ countA, countB }) => countA > 0 && countB === 0));
      assert.ok(inBoth.every(({ countA, countB }) => countA > 0 && countB > 0));
    }),
  );
});

test('a report compared with itself has no differences', () => {
  fc.assert(
    fc.property(a, (report) => {
      const { delta, lead, findings } = compareReports(report, report);
      assert.deepEqual([delta, lead, findings.onlyInA, findings.onlyInB], [0, null, [], []]);
    }),
  );
});

test('places of two domains match if they are at the same relative host', () => {
  const rows: readonly [string, string, string][] = [
    ['one.org', 'one.org', '@'],
    ['www.one.org', 'one.org', '@'],
    ['mail.one.org', 'one.org', 'mail'],
    ['a.b.one.org', 'one.org', 'a.b'],
    ['one.org', 'www.one.org', '^'],
    ['api.one.co.uk', 'shop.one.co.uk', 'api.^'],
    ['mx.provider.net', 'one.org', 'mx.provider.net'],
    ['notone.org', 'one.org', 'notone.org'],
  ];
  for (const [host, domain, expected] of rows)
    assert.equal(relativeHost(host, domain), expected, `${host} of ${domain}`);
});

test('a pillar is unknown if less than half of it was judged, whatever its grade; else the grade decides', () => {
  for (const option of grade.options) assert.equal(pillarStatusOf(option, 499), 'unknown');
  assert.deepEqual(
    grade.options.map((option) => pillarStatusOf(option, 500)),
    ['pass', 'pass', 'warn', 'warn', 'fail', 'fail'],
  );
});

test('each side reports its kind of audit, because one with authority may find more', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const { targetA, targetB } = comparison.parse(compareReports({ ...a, authority: true }, b));
      assert.deepEqual([targetA.scanMode, targetB.scanMode], [a.scanMode, b.scanMode]);
      assert.deepEqual([targetA.authority, 'authority' in targetB], [true, false]);
    }),
  );
});

test('audits with different major policy versions are marked, and compared nevertheless', () => {
  const rows: readonly [string | undefined, string | undefined, boolean][] = [
    ['2.0.0', '2.3.0', false],
    ['2.3.0', '2.3.0', false],
    ['1.16.0', '2.3.0', true],
    ['2.3.0', '12.0.0', true],
    [undefined, '2.3.0', true],
    [undefined, undefined, false],
  ];
  const of = (report: ComparedReport, policyVersion: string | undefined): ComparedReport => ({
    ...report,
    score: { ...report.score, policyVersion },
  });
  fc.assert(
    fc.property(pairs, fc.constantFrom(...rows), ([a, b], [first, second, isChanged]) => {
      const compared = comparison.parse(compareReports(of(a, first), of(b, second)));
      assert.equal(compared.policyChanged, isChanged);
      assert.deepEqual(
        [compared.targetA.policyVersion, compared.targetB.policyVersion],
        [first ?? null, second ?? null],
      );
      const { delta, lead, tieBreak, findings } = compareReports(a, b);
      assert.deepEqual(
        { delta, lead, tieBreak, findings },
        { delta: compared.delta, lead: compared.lead, tieBreak: compared.tieBreak, findings: compared.findings },
      );
    }),
  );
});

test('issues are counted by check, whatever number of findings each has', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const { targetA, targetB } = compareReports(a, b);
      for (const [target, { findings }] of [
        [targetA, a],
        [targetB, b],
      ] as const) {
        const counts = Object.values(target.issues).reduce((sum, count) => sum + count, 0);
        assert.equal(counts, new Set(findings.map(({ checkId }) => checkId)).size);
      }
    }),
  );
});

test('only the findings are withheld', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const whole = compareReports(a, b);
      const { findings, findingsWithheld, ...rest } = withheld(whole);
      assert.deepEqual(findings, { onlyInA: [], onlyInB: [], inBoth: [] });
      assert.equal(findingsWithheld, 'not_yours');
      const { findings: _findings, ...all } = whole;
      assert.deepEqual(rest, all);
    }),
  );
});
