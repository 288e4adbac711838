import { type CategoryKey, categoryKey, categoryTitles } from '@perimeter/contract/category';
import { type Finding, severity } from '@perimeter/contract/finding';
import type { Report } from '@perimeter/contract/report';
import { standingOf, standingTexts } from '@perimeter/contract/standing';
import createQrCode from 'qrcode-generator';
import { canonicalJson } from '../canonical-json.ts';
import { sha256Hex } from '../digest.ts';
import { printedChanges } from './change-pages.ts';
import type { PreviousAudit } from './changes.ts';
import { headline } from '../headline.ts';
import { meanings } from './meaning.ts';
import { createPrinter, fallbackFamilies, flowing, printable } from './printable.ts';
import { printedSections } from './sections.ts';
import { summary } from './summary.ts';
import { weaknessPages, weaknessRow } from './weakness-pages.ts';
import { referenceOf, type Weakness, weaknessesOf } from '../weaknesses.ts';
import { longDate } from './words.ts';
import { counted } from '../words.ts';

/** What a document needs beside the report. */
export interface DocumentOptions {
  paper: 'a4' | 'us-letter';
  /** Page at which the hash can be checked; the hash is appended to it. */
  verifyUrl: string;
  previous: PreviousAudit | null;
  /** SHA-256 of the signing certificate, hex; null for a document that is not going to be signed. */
  certificateSha256: string | null;
  /** Who may read the audit: a private one's document is marked confidential. Private where left out. */
  visibility?: 'private' | 'public';
}

/** Facts and gaps that are printed; all of them are in the attachment. */
const maxObservations = 60;
const maxGaps = 240;

const sans = createPrinter('Perimeter Sans');
const mono = createPrinter('Perimeter Mono');
const clean = (text: string, maxLength?: number): string => flowing(printable(sans, text, maxLength));

function qrRows(text: string): string[] {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? '1' : '0')).join(''),
  );
}

const stepTitles = {
  contain: ['Contain', 'Critical and high severity: fix these first'],
  fix: ['Fix', 'Medium severity: plan these next'],
  harden: ['Harden', 'Low severity: fix with the next configuration change'],
} as const;

const stepsOf = (report: Report, weaknesses: readonly Weakness[]): object[] =>
  report.outlook.steps.map(({ name, total, grade, checkIds }) => ({
    title: stepTitles[name][0],
    about: stepTitles[name][1],
    total,
    grade,
    items: weaknesses.flatMap((weakness, index) =>
      checkIds.includes(weakness[0].checkId) ? [weaknessRow(report, weakness, index)] : [],
    ),
  }));

const isAssessed = (report: Report, key: CategoryKey): boolean => standingOf(report, key) === 'assessed';

/** What stands below a category without a number: why it has none, and how much was seen. */
function standingLine(report: Report, key: CategoryKey): string {
  const standing = standingOf(report, key);
  if (standing === 'assessed') return '';
  const { applicable, concluded } = report.coverage.categories[key];
  const seen = applicable === 0 ? '' : `: ${concluded} of ${counted(applicable, 'check')} with a result`;
  return `${standingTexts[standing].replace('n', 'N')}${seen}`;
}

function categoriesOf(report: Report, weaknesses: readonly Weakness[]): object[] {
  const { score, coverage } = report;
  return categoryKey.options.map((key) => {
    const { applicable, concluded } = coverage.categories[key];
    const count = weaknesses.filter(([{ category }]) => category === key).length;
    return {
      name: categoryTitles[key],
      assessed: isAssessed(report, key),
      standing: standingLine(report, key),
      score: score.categories[key],
      grade: score.categoryGrades[key],
      answered: `${concluded} of ${counted(applicable, 'check')} with a result`,
      weaknesses: count === 0 ? 'No issues' : counted(count, 'issue'),
    };
  });
}

const severitiesOf = (report: Report, weaknesses: readonly Weakness[]): object[] =>
  severity.options.map((name) => {
    const count = weaknesses.filter(([first]) => first.severity === name).length;
    const places = report.severities[name];
    return { name, count, places: places === 0 ? '' : counted(places, 'finding') };
  });

/** A long name without its middle; by code points, because half a surrogate pair is no text. */
function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > 48 ? `${characters.slice(0, 23).join('')}…${characters.slice(-24).join('')}` : name;
}

/** The figures at the foot of the cover: what it is, of how many, and how it is called. */
function figuresOf(report: Report, weaknesses: readonly Weakness[]): [value: string, of: string, name: string][] {
  const { applicable, concluded } = report.coverage.overall;
  const grave = weaknesses.filter(([first]) => first.severity === 'critical' || first.severity === 'high');
  const seen = categoryKey.options.filter((key) => isAssessed(report, key)).length;
  const places = weaknesses.length === 0 ? '' : `, ${counted(report.findings.length, 'finding')}`;
  return [
    [String(weaknesses.length), '', `${weaknesses.length === 1 ? 'Issue' : 'Issues'}${places}`],
    [String(grave.length), '', 'Critical or high severity'],
    [String(concluded), `of ${applicable}`, 'Applicable checks with a result'],
    [String(seen), `of ${categoryKey.options.length}`, 'Categories assessed'],
  ];
}

function meaningsOf(weaknesses: readonly Weakness[]): object[] {
  const firsts: Finding[] = weaknesses.map(([first]) => first);
  return meanings(firsts).map(({ gravest, ...meaning }) => ({
    ...meaning,
    gravest: clean(gravest.title, 200),
    reference: referenceOf(firsts.indexOf(gravest)),
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
  const groups = Map.groupBy(coverage.notTested.slice(0, maxGaps), ({ reason }) => reason);
  return [...groups].map(([reason, gaps]) => ({
    reason: clean(reason, 300),
    what: gaps.map(({ what }) => clean(titles.get(what) ?? what, 300)),
  }));
}

/** Facts worth knowing; the same of several addresses once. */
function observationsOf({ observations }: Report): object[] {
  const printed = observations.map(({ title, host, description }) => ({
    title: clean(title, 200),
    host: flowing(printable(mono, host, 100), 20),
    description: clean(description, 400),
  }));
  return [...new Map(printed.map((one) => [JSON.stringify(one), one])).values()];
}

const outcomeWords = {
  pass: 'pass',
  fail: 'fail',
  informational: 'info',
  'not-applicable': 'n/a',
  inconclusive: 'open',
} as const;

const modulesOf = ({ modules }: Report): object[] =>
  modules.map(({ title, checks }) => ({
    title: clean(title),
    checks: checks.map((check) => ({
      id: check.id,
      title: clean(check.title, 200),
      outcome: outcomeWords[check.outcome],
    })),
  }));

/** What the cover and the running heads say. */
function coverOf(report: Report, { visibility = 'private' }: DocumentOptions, weaknesses: readonly Weakness[]): object {
  const { score, completedAt, startedAt, outlook } = report;
  const domain = printable(sans, report.domain, 253);
  const last = outlook.steps.at(-1);
  return {
    domain,
    domainLine: clean(report.domain, 253),
    shortDomain: shortened(domain),
    marking: visibility === 'public' ? 'Public audit' : 'Confidential',
    date: longDate(completedAt),
    finishedAt: new Date(completedAt).toISOString(),
    startedAt: new Date(startedAt).toISOString(),
    mode: report.scanMode,
    id: report.id,
    engine: report.engineVersion,
    policy: score.policyVersion,
    score: { total: score.total, grade: score.grade, provisional: score.gradeStatus === 'provisional' },
    projected: last === undefined || last.total <= score.total ? null : last,
    headline: clean(headline(report, weaknesses)),
    figures: figuresOf(report, weaknesses),
  };
}

/** A document's data: everything is text that the fonts have, and nothing in it is markup. */
export interface DocumentData {
  /** For the typesetter, as JSON. */
  data: object;
  /** The attachment: the report's canonical JSON (RFC 8785). */
  canonical: string;
  /** SHA-256 of the attachment, hex. */
  hash: string;
}

/** Lays a report out as data for the document's template; the canonical JSON is made where it is not given. */
export function documentData(
  report: Report,
  options: DocumentOptions,
  canonical: string = canonicalJson(report),
): DocumentData {
  const hash = sha256Hex(canonical);
  const weaknesses = weaknessesOf(report);
  const observations = observationsOf(report);
  const url = `${options.verifyUrl}/${hash}`;
  const data = {
    paper: options.paper,
    fallbackFonts: fallbackFamilies,
    ...coverOf(report, options, weaknesses),
    summary: summary(report, weaknesses, options.previous).map((paragraph) => clean(paragraph)),
    changes: printedChanges(report, options.previous),
    severities: severitiesOf(report, weaknesses),
    categories: categoriesOf(report, weaknesses),
    steps: stepsOf(report, weaknesses),
    rows: weaknesses.map((weakness, index) => weaknessRow(report, weakness, index)),
    details: weaknessPages(report, weaknesses),
    sections: printedSections(report),
    meanings: meaningsOf(weaknesses),
    deductions: report.score.deductions
      .toSorted((a, b) => b.milliPoints - a.milliPoints)
      .map(({ title, milliPoints }) => ({ title: clean(title, 200), points: (milliPoints / 1000).toFixed(3) })),
    notAPlus: report.score.notAPlus.map((reason) => clean(named(reason, report), 300)),
    observations: observations.slice(0, maxObservations),
    moreObservations: Math.max(0, observations.length - maxObservations),
    notTested: notTestedOf(report),
    moreNotTested: Math.max(0, report.coverage.notTested.length - maxGaps),
    modules: modulesOf(report),
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
