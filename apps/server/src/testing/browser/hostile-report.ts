import type { Report } from '@perimeter/contract/report';
import { hostileWellFormed } from '@perimeter/report/testing/hostile-well-formed';

/** Prefix of every hostile text: markup, NUL, a line separator, right-to-left overrides, multi-code-point emoji. */
export const spoiler = '<img src=x onerror=alert(1)>\u0000\u2028\u202Efdp.exe\u2069 👩‍👩‍👧 ';
const marked = '<script>alert';

const spoilt = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.includes(marked) ? `${spoiler}${value}` : value;

/** A report with hostile text wherever a target controls the text, including reasons and references. */
export function hostileReport(): Report {
  const base = hostileWellFormed();
  const report: Report = Object.assign(base, JSON.parse(JSON.stringify(base), spoilt));
  const text = report.coverage.notTested[0]?.what ?? spoiler;
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, references: ['javascript:alert(1)', text] })),
    score: { ...report.score, caps: report.score.caps.map((cap) => ({ ...cap, reason: text })) },
    modules: report.modules.map((module) => ({
      ...module,
      checks: module.checks.map((check) => ({ ...check, reason: text })),
    })),
  };
}
