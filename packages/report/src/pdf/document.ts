import { categoryKey, categoryTitles } from '@perimeter/contract/category';
import { type Finding, type Severity, severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import createQrCode from 'qrcode-generator';
import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../digest.ts';
import { printedChains } from './chains.ts';
import { printEvidence } from './evidence.ts';
import { meanings } from './meaning.ts';
import { createPrinter, flowing, printable } from './printable.ts';
import { printedProse, printedRemedy } from './remedy.ts';
import { counted, headline, longDate, type PreviousAudit, summary } from './words.ts';

/** What a document needs beside the report. */
export interface DocumentOptions {
  paper: 'a4' | 'us-letter';
  /** Page at which the hash can be checked; the hash is appended to it. */
  verifyUrl: string;
  previous: PreviousAudit | null;
  /** SHA-256 of the signing certificate, hex; null for a document that is not going to be signed. */
  certificateSha256: string | null;
}

/** Findings with all their prose and proof; the others stand in the table and in the attachment. */
const maxDetailed = 150;
/** Places of one finding that are shown with their own proof. */
const maxSights = 3;
const evidenceLimits = { columns: 98, maxLines: 28 };

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');

const clean = (text: string, maxLength?: number): string => flowing(printable(sans, text, maxLength));
const cleanMono = (text: string, maxLength: number, longest?: number): string =>
  flowing(printable(mono, text, maxLength), longest);
/** An address in a line of its own. */
const longestInLine = 80;

function qrRows(text: string): string[] {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? '1' : '0')).join(''),
  );
}

const place = ({ affectedUrl, address, port }: Finding): string =>
  [affectedUrl, ...(address === null ? [] : [`at ${address}`]), ...(port === null ? [] : [`port ${port}`])].join(' ');

/** The instances of one check, gravest check first. */
function groupsOf(report: Report): [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of report.findings.toSorted((a, b) => b.cvss - a.cvss)) {
    const key = `${finding.checkId} ${finding.cvss}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return [...groups.values()];
}

const referenceOf = (index: number): string => `P-${String(index + 1).padStart(3, '0')}`;

function rowOf(report: Report, group: readonly [Finding, ...Finding[]], index: number): object {
  const [first] = group;
  const alone = report.outlook.alone.find(({ checkId }) => checkId === first.checkId);
  return {
    reference: referenceOf(index),
    checkId: first.checkId,
    severity: first.severity,
    cvss: first.cvss.toFixed(1),
    title: clean(first.title, 200),
    category: categoryTitles[first.category],
    places: group.length,
    gain: alone === undefined ? 0 : alone.total - report.score.total,
    detailed: index < maxDetailed,
  };
}

function detailOf(report: Report, group: readonly [Finding, ...Finding[]], index: number): object {
  const [first] = group;
  return {
    ...rowOf(report, group, index),
    vector: first.cvssVector,
    confidence: first.confidence,
    cwe: first.cwe.map((id) => `CWE-${id}`),
    references: first.references
      .filter((url) => url.startsWith('https://'))
      .slice(0, 4)
      .map((url) => ({ url, shown: cleanMono(url, 300, longestInLine) })),
    why: printedProse(first.remediation.why),
    fix: printedRemedy(first.remediation.fix),
    acceptable: printedProse(first.remediation.acceptable),
    sights: group.slice(0, maxSights).map((finding) => ({
      place: cleanMono(place(finding), 300, longestInLine),
      description: clean(finding.description, 1_200),
      evidence: printEvidence(finding.evidence, mono, evidenceLimits),
      bytes: Buffer.byteLength(finding.evidence),
      sha256: sha256Hex(finding.evidence),
    })),
    otherPlaces: group.slice(maxSights, maxSights + 20).map((finding) => cleanMono(place(finding), 200, longestInLine)),
    morePlaces: Math.max(0, group.length - maxSights - 20),
  };
}

const stepTitles = {
  contain: ['Contain', 'Critical and high findings: close these first'],
  fix: ['Fix', 'Medium findings: plan these next'],
  harden: ['Harden', 'Low findings: with the next change of configuration'],
} as const;

function stepsOf(report: Report, groups: readonly (readonly [Finding, ...Finding[]])[]): object[] {
  return report.outlook.steps.map(({ name, total, grade, checkIds }) => ({
    title: stepTitles[name][0],
    about: stepTitles[name][1],
    total,
    grade,
    items: groups.flatMap((group, index) => (checkIds.includes(group[0].checkId) ? [rowOf(report, group, index)] : [])),
  }));
}

const assessed = ({ score, coverage, findings }: Report): object[] =>
  categoryKey.options.map((key) => {
    const { applicable, concluded } = coverage.categories[key];
    return {
      name: categoryTitles[key],
      assessed: applicable > 0,
      score: score.categories[key],
      grade: score.categoryGrades[key],
      judged: `${concluded} of ${counted(applicable, 'check')} judged`,
      findings: findings.filter(({ category }) => category === key).length,
    };
  });

const severityCounts = ({ severities }: Report): Record<Severity, number> =>
  Object.fromEntries(severity.options.map((name) => [name, severities[name]])) as Record<Severity, number>;

const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 28)}…${name.slice(-28)}` : name);

function meaningsOf(groups: readonly (readonly [Finding, ...Finding[]])[]): object[] {
  const weaknesses = groups.map(([first]) => first);
  return meanings(weaknesses).map(({ gravest, ...meaning }) => ({
    ...meaning,
    gravest: clean(gravest.title, 200),
    reference: referenceOf(weaknesses.indexOf(gravest)),
  }));
}

/** A sentence that ends in the name of a check, with what the check found or asks in place of the name. */
const named = (sentence: string, { findings, modules }: Report): string =>
  sentence.replace(/(?<=: )[a-z0-9-]+$/u, (id) => {
    const title =
      findings.find(({ checkId }) => checkId === id)?.title ??
      modules.flatMap(({ checks }) => checks).find((check) => check.id === id)?.title;
    return title ?? id;
  });

/** What was not tested, by the reason. */
function notTestedOf({ coverage, modules }: Report): object[] {
  const titles = new Map(modules.flatMap(({ checks }) => checks.map(({ id, title }) => [id, title] as const)));
  const groups = Map.groupBy(coverage.notTested.slice(0, 240), ({ reason }) => reason);
  return [...groups].slice(0, 60).map(([reason, gaps]) => ({
    reason: clean(reason, 300),
    what: gaps.map(({ what }) => clean(titles.get(what) ?? what, 300)),
  }));
}

const outcomeWords = {
  pass: 'pass',
  fail: 'fail',
  informational: 'noted',
  'not-applicable': 'n/a',
  inconclusive: 'open',
} as const;

/** A document's data: everything is text that the fonts have, and nothing in it is markup. */
export interface DocumentData {
  /** For the typesetter, as JSON. */
  data: object;
  /** The attachment: the report's canonical JSON (RFC 8785). */
  canonical: string;
  /** SHA-256 of the attachment, hex. */
  hash: string;
}

/** Lays a report out as data for the document's template. */
export function documentData(report: Report, options: DocumentOptions): DocumentData {
  const canonical = canonicalJson(report);
  const hash = sha256Hex(canonical);
  const groups = groupsOf(report);
  const url = `${options.verifyUrl}/${hash}`;
  const { score, completedAt, startedAt } = report;
  const data = {
    paper: options.paper,
    domain: printable(sans, report.domain, 253),
    domainLine: clean(report.domain, 253),
    shortDomain: shortened(printable(sans, report.domain, 253)),
    date: longDate(completedAt),
    finishedAt: new Date(completedAt).toISOString(),
    startedAt: new Date(startedAt).toISOString(),
    mode: report.scanMode,
    id: report.id,
    engine: report.engineVersion,
    policy: score.policyVersion,
    score: { total: score.total, grade: score.grade, provisional: score.gradeStatus === 'provisional' },
    projected: report.outlook.steps.at(-1) ?? null,
    previous:
      options.previous === null
        ? null
        : { total: options.previous.total, date: longDate(options.previous.completedAt) },
    headline: clean(headline(report)),
    summary: summary(report, options.previous).map((paragraph) => clean(paragraph)),
    severities: severityCounts(report),
    findingsCount: report.findings.length,
    checksCount: report.modules.reduce((sum, { checks }) => sum + checks.length, 0),
    judged: Math.floor(report.coverage.overall.concludedPermille / 10),
    categories: assessed(report),
    steps: stepsOf(report, groups),
    rows: groups.map((group, index) => rowOf(report, group, index)),
    details: groups.slice(0, maxDetailed).map((group, index) => detailOf(report, group, index)),
    ...printedChains(report),
    meanings: meaningsOf(groups),
    deductions: score.deductions
      .toSorted((a, b) => b.milliPoints - a.milliPoints)
      .map(({ title, milliPoints }) => ({ title: clean(title, 200), points: (milliPoints / 1000).toFixed(3) })),
    notAPlus: score.notAPlus.map((reason) => clean(named(reason, report), 300)),
    observations: report.observations.slice(0, 60).map(({ title, host, description }) => ({
      title: clean(title, 200),
      host: cleanMono(host, 100, 20),
      description: clean(description, 400),
    })),
    notTested: notTestedOf(report),
    modules: report.modules.map(({ title, checks }) => ({
      title: clean(title),
      checks: checks.map((check) => ({
        id: check.id,
        title: clean(check.title, 200),
        outcome: outcomeWords[check.outcome],
      })),
    })),
    integrity: {
      hash,
      url,
      qr: qrRows(url),
      bytes: Buffer.byteLength(canonical),
      certificateSha256: options.certificateSha256,
    },
  };
  return { data, canonical, hash };
}
