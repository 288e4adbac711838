import { type BaselineEntry, type BaselineFile, baselineFile } from '@perimeter/contract/waiver/baseline';
import { type Report, report as reportSchema } from '@perimeter/contract/report';
import { dayOfMs } from '@perimeter/contract/waiver/waiver';
import { UsageError } from '../argument-values.ts';
import { fileText } from '../config/file-text.ts';
import { compareText } from '@perimeter/contract/text/order';

export type { BaselineEntry };

type DomainInFile = BaselineFile['domains'][number];

/** The baseline of a domain. */
export interface KnownDomain extends Omit<DomainInFile, 'judged'> {
  judged: ReadonlySet<string>;
}

/** The known findings, by domain. */
export interface Baseline {
  file: string;
  domains: ReadonlyMap<string, KnownDomain>;
}

/** The largest reports have several MiB, and a file may contain many. */
const mostMebibytes = 256;

/** Ids of the checks with a result. */
export const judgedIn = ({ modules }: Pick<Report, 'modules'>): Set<string> =>
  new Set(
    modules.flatMap(({ checks }) => checks.flatMap(({ id, outcome }) => (outcome === 'inconclusive' ? [] : [id]))),
  );

/** A report as a baseline: all its findings, including accepted ones. */
export function knownOf(report: Report): KnownDomain {
  const since = dayOfMs(report.completedAt);
  const entries = report.findings.map(({ fingerprint, checkId, host, severity }): [string, BaselineEntry] => [
    fingerprint,
    { fingerprint, check: checkId, host, severity, since },
  ]);
  return {
    domain: report.domain,
    mode: report.scanMode,
    authority: report.authority === true,
    policy: report.score.policyVersion,
    score: report.score.total,
    judged: judgedIn(report),
    // A finding at several addresses has one fingerprint.
    findings: [...new Map(entries).values()],
  };
}

/** One JSON document, or one per line. */
function documentsIn(text: string, file: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      throw new UsageError(`Cannot read ${file}: not valid JSON`);
    }
  }
}

const has = (value: unknown, key: string): boolean => typeof value === 'object' && value !== null && key in value;

/** The completed reports in a file of --format json or jsonl; failed audits are skipped. */
export function readReports(file: string): Report[] {
  return documentsIn(fileText(file, 'report', mostMebibytes), file).flatMap((one) => {
    if (has(one, 'failure')) return [];
    const read = reportSchema.safeParse(one);
    if (!read.success)
      throw new UsageError(
        `Cannot read ${file}: not a report of perimeter audit --format json (${read.error.issues[0]?.path.join('.') ?? ''})`,
      );
    return [read.data];
  });
}

/** Reads a baseline, or an earlier report as one. */
export function readBaseline(file: string): Baseline {
  const text = fileText(file, 'baseline', mostMebibytes);
  const [first] = documentsIn(text, file);
  if (first === undefined) throw new UsageError(`The baseline ${file} is empty`);
  if (!has(first, 'perimeterBaseline'))
    return { file, domains: new Map(readReports(file).map((report) => [report.domain, knownOf(report)])) };
  const read = baselineFile.safeParse(first);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UsageError(`Invalid baseline ${file}: ${issue?.message ?? ''} (${issue?.path.join('.') ?? ''})`);
  }
  const domains = read.data.domains.map((one) => [one.domain, { ...one, judged: new Set(one.judged) }] as const);
  return { file, domains: new Map(domains) };
}

/** The baseline file: sorted and one finding per line, so that diffs are readable. */
export function baselineText(domains: Iterable<KnownDomain>): string {
  const blocks = [...domains]
    .toSorted((a, b) => compareText(a.domain, b.domain))
    .map(({ judged, findings, ...head }) => {
      const lines = findings
        .toSorted(
          (a, b) =>
            compareText(a.check, b.check) || compareText(a.host, b.host) || compareText(a.fingerprint, b.fingerprint),
        )
        .map((one) => `      ${JSON.stringify(one)}`);
      const told = JSON.stringify({ ...head, judged: [...judged].toSorted() }).slice(0, -1);
      return `    ${told},"findings":[${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n    `}]}`;
    });
  return `{ "perimeterBaseline": 1, "domains": [\n${blocks.join(',\n')}\n] }\n`;
}
