import type { Finding } from '@perimeter/contract/finding';
import type { CheckResult, ModuleResult, Report } from '@perimeter/contract/report';
import { safeText } from '../safe-text.ts';
import { evidenceLines } from './evidence-lines.ts';
import { markupText } from './xml.ts';

const attribute = (text: string): string => markupText(safeText(text));

const seconds = (ms: number): string => (Math.max(0, ms) / 1_000).toFixed(3);

const skipped = (reason: string): string => `      <skipped message="${attribute(reason)}"/>`;

function failure(finding: Finding): string {
  const { severity, cvss, cvssVector, title, description, affectedUrl, address, evidence } = finding;
  const lines = [
    safeText(description),
    `at ${safeText(affectedUrl)}${address === null ? '' : ` (${address})`}`,
    `${cvssVector} ${cvss.toFixed(1)}`,
    ...evidenceLines(evidence),
  ];
  const message = attribute(`${severity} ${cvss.toFixed(1)}: ${title}`);
  return `      <failure type="${severity}" message="${message}">${markupText(lines.join('\n'))}</failure>`;
}

function body({ outcome, reason }: CheckResult, findings: readonly Finding[]): string[] {
  if (outcome === 'fail') return findings.map(failure);
  if (outcome === 'inconclusive') return [skipped(`Not judged: ${reason}`)];
  if (outcome === 'not-applicable') return [skipped(`Not applicable: ${reason}`)];
  return [`      <system-out>${markupText(safeText(reason))}</system-out>`];
}

function testCase(report: Report, module: ModuleResult, check: CheckResult): string {
  const findings = report.findings.filter(({ checkId }) => checkId === check.id);
  const name = attribute(`${check.id}: ${check.title}`);
  return [
    `    <testcase classname="${attribute(`${report.domain}.${module.id}`)}" name="${name}" time="0">`,
    ...body(check, findings),
    '    </testcase>',
  ].join('\n');
}

const count = (checks: readonly CheckResult[], ...outcomes: readonly CheckResult['outcome'][]): number =>
  checks.filter(({ outcome }) => outcomes.includes(outcome)).length;

const counts = (checks: readonly CheckResult[]): string =>
  `tests="${checks.length}" failures="${count(checks, 'fail')}" errors="0" skipped="${count(checks, 'inconclusive', 'not-applicable')}"`;

function testSuite(report: Report, module: ModuleResult): string {
  const timestamp = new Date(report.startedAt).toISOString().slice(0, 19);
  return [
    `  <testsuite name="${attribute(module.title)}" ${counts(module.checks)} time="0" timestamp="${timestamp}" hostname="${attribute(report.domain)}">`,
    ...module.checks.map((check) => testCase(report, module, check)),
    '  </testsuite>',
  ].join('\n');
}

/** One test case a check, passed ones too, as JUnit's XML: what CI servers draw trends from. */
export function renderJunit(report: Report): string {
  const checks = report.modules.flatMap((module) => module.checks);
  const time = seconds(report.completedAt - report.startedAt);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${attribute(`Perimeter ${report.domain}`)}" ${counts(checks)} time="${time}">`,
    ...report.modules.map((module) => testSuite(report, module)),
    '</testsuites>',
    '',
  ].join('\n');
}
