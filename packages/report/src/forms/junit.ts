import type { Finding } from '@perimeter/contract/finding';
import type { CheckResult, ModuleResult, Report } from '@perimeter/contract/report';
import { safeText } from '../safe-text.ts';
import { type Accepted, acceptedOf } from '../accepted.ts';
import { type AuditEnding, auditOf, type CompletedAudit, type FailedAudit, failedAuditText } from './ending.ts';
import { evidenceLines } from '../evidence-lines.ts';
import { counted } from '../words.ts';
import { markupText } from '../xml.ts';

/** The XML of a suite, with its counts. */
interface Suite {
  xml: string;
  tests: number;
  failures: number;
  errors: number;
}

const attribute = (text: string): string => markupText(safeText(text));

const seconds = (ms: number): string => (Math.max(0, ms) / 1_000).toFixed(3);

// The schema allows text without attributes, and readers show the text.
const skipped = (reason: string): string => `      <skipped>${attribute(reason)}</skipped>`;

function failure(finding: Finding): string {
  const { severity, cvss, cvssVector, title, description, affectedUrl, address, evidence } = finding;
  const lines = [
    safeText(description),
    `at ${safeText(affectedUrl)}${address === null ? '' : ` (${safeText(address)})`}`,
    `${cvssVector} ${cvss.toFixed(1)}`,
    ...evidenceLines(evidence),
  ];
  const message = attribute(`${severity} ${cvss.toFixed(1)}: ${title}`);
  return `      <failure type="${severity}" message="${message}">${markupText(lines.join('\n'))}</failure>`;
}

/** A failed check: accepted findings are not failures, and if all are accepted the check is skipped. */
function failedBody(findings: readonly Finding[], accepted: Accepted | undefined): string[] {
  const open = findings.filter((finding) => acceptedOf(accepted, finding) === null);
  const texts = [...new Set(findings.flatMap((finding) => acceptedOf(accepted, finding) ?? []))];
  const left = findings.length - open.length;
  if (left === 0) return open.map(failure);
  if (open.length === 0) return [skipped(`Risk ${texts.join('; ')}`)];
  const told = `Risk of ${counted(left, 'more finding')} ${texts.join('; ')}`;
  return [...open.map(failure), `      <system-out>${markupText(safeText(told))}</system-out>`];
}

function body({ outcome, reason }: CheckResult, findings: readonly Finding[], accepted?: Accepted): string[] {
  if (outcome === 'fail') return failedBody(findings, accepted);
  if (outcome === 'inconclusive') return [skipped(`Inconclusive: ${reason}`)];
  if (outcome === 'not-applicable') return [skipped(`Not applicable: ${reason}`)];
  return [`      <system-out>${markupText(safeText(reason))}</system-out>`];
}

function testCase({ report, accepted }: CompletedAudit, module: ModuleResult, check: CheckResult): string {
  const findings = report.findings.filter(({ checkId }) => checkId === check.id);
  const name = attribute(`${check.id}: ${check.title}`);
  return [
    `    <testcase classname="${attribute(`${report.domain}.${module.id}`)}" name="${name}" time="0">`,
    ...body(check, findings, accepted),
    '    </testcase>',
  ].join('\n');
}

function suite(options: {
  name: string;
  audit: Report | FailedAudit;
  counts: Omit<Suite, 'xml'> & { skipped: number };
  time: string;
  cases: readonly string[];
  properties?: readonly string[];
}): Suite {
  const { tests, failures, errors, skipped: left } = options.counts;
  const { domain, startedAt } = options.audit;
  const counts = `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${left}"`;
  const timestamp = new Date(startedAt).toISOString().slice(0, 19);
  const facts = `package="${attribute(domain)}" hostname="${attribute(domain)}" time="${options.time}" timestamp="${timestamp}"`;
  const open = `  <testsuite name="${attribute(options.name)}" ${facts} ${counts}>`;
  return {
    xml: [open, ...(options.properties ?? []), ...options.cases, '  </testsuite>'].join('\n'),
    tests,
    failures,
    errors,
  };
}

/** True if all findings of a failed check are accepted. */
function isAccepted({ report, accepted }: CompletedAudit, { id, outcome }: CheckResult): boolean {
  const own = report.findings.filter(({ checkId }) => checkId === id);
  return outcome === 'fail' && own.length > 0 && own.every((finding) => acceptedOf(accepted, finding) !== null);
}

/** The audit's result as properties, which only suites can have: repeated in each, because readers may see only one. */
function scoreProperties({ score }: Report): string[] {
  const facts = { score: String(score.total), grade: score.grade };
  const lines = Object.entries(facts).map(([name, value]) => `      <property name="${name}" value="${value}"/>`);
  return ['    <properties>', ...lines, '    </properties>'];
}

function moduleSuite(ending: CompletedAudit, module: ModuleResult): Suite {
  const { report } = ending;
  const waived = module.checks.filter((check) => isAccepted(ending, check)).length;
  const count = (...outcomes: readonly CheckResult['outcome'][]): number =>
    module.checks.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const counts = {
    tests: module.checks.length,
    failures: count('fail') - waived,
    errors: 0,
    skipped: count('inconclusive', 'not-applicable') + waived,
  };
  const cases = module.checks.map((check) => testCase(ending, module, check));
  const properties = scoreProperties(report);
  return suite({ name: module.title, audit: report, counts, time: '0', cases, properties });
}

function failedSuite(failed: FailedAudit): Suite {
  const { code } = failed.failure;
  const text = attribute(failedAuditText(failed));
  const time = seconds(failed.completedAt - failed.startedAt);
  const cases = [
    `    <testcase classname="${attribute(`${failed.domain}.audit`)}" name="Audit completes" time="${time}">`,
    `      <error type="${code}" message="${text}">${text}</error>`,
    '    </testcase>',
  ];
  return suite({ name: 'Audit', audit: failed, counts: { tests: 1, failures: 0, errors: 1, skipped: 0 }, time, cases });
}

const suitesOf = (ending: AuditEnding): Suite[] =>
  ending.ok ? ending.report.modules.map((module) => moduleSuite(ending, module)) : [failedSuite(ending.failed)];

/**
 * JUnit XML, from which CI servers draw trends: one test case per check, including passed ones; a failed audit is an
 * error.
 */
export function renderJunit(endings: readonly AuditEnding[]): string {
  const audits = endings.map(auditOf);
  const suites = endings.flatMap(suitesOf);
  const sum = (member: 'tests' | 'failures' | 'errors'): number => suites.reduce((all, one) => all + one[member], 0);
  const time = seconds(audits.reduce((all, { startedAt, completedAt }) => all + completedAt - startedAt, 0));
  const name = attribute(`Perimeter ${audits.map(({ domain }) => domain).join(' ')}`);
  const counts = `tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${counts} time="${time}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
    '',
  ].join('\n');
}
