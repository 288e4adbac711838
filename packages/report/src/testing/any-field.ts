import assert from 'node:assert/strict';
import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { createTypesetter } from '../pdf/typeset.ts';
import { before, finding, options } from './pdf-samples.ts';
import { sampleReport } from './sample-report.ts';
import { sectionsOfText } from './sample-sections.ts';

/** Text from a target, or a check that quotes one, in all places outside of issues. */
const elsewhere = (a: string, b: string): Partial<typeof sampleReport> => ({
  domain: a || 'x',
  observations: sampleReport.observations.map((fact) => ({ ...fact, title: a, host: b, description: a })),
  coverage: { ...sampleReport.coverage, notTested: [{ what: a, reason: b }] },
  score: { ...sampleReport.score, notAPlus: [a, `x: ${b}`], caps: [{ limit: 69, checkId: null, reason: b }] },
  sections: sectionsOfText(a || b),
});

/** Asserts that documents are rendered for this many random texts in all fields. */
export function rendersAnyText(numRuns: number): void {
  const { typeset } = createTypesetter();
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '#import "x"',
      '$ x $',
      '#eval("1")',
      '@ref <label>',
      '*b* _i_ `c`',
      '\\u{41}',
      '= Heading',
      '/* */ // [',
      '',
    ),
  );
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (a, b, c, isUa) => {
      const hostile = finding(0, {
        title: a.toWellFormed() || 'x',
        description: b.toWellFormed(),
        evidence: c.toWellFormed(),
        affectedUrl: b.toWellFormed(),
        host: c.toWellFormed(),
        references: [`https://example.org/${encodeURIComponent(a.toWellFormed())}`],
        remediation: { why: a.toWellFormed(), fix: b.toWellFormed(), acceptable: c.toWellFormed() },
      });
      const standard = isUa ? 'ua-1' : 'a-3a';
      const report = { ...sampleReport, ...elsewhere(a.toWellFormed(), b.toWellFormed()), findings: [hostile] };
      const previous = { ...before, findings: [{ ...hostile, checkId: 'gone', fingerprint: 'gone' }] };
      assert.equal(typeset(report, { ...options, previous, standard }).problem, null);
    }),
    { numRuns, endOnFailure: true },
  );
}
