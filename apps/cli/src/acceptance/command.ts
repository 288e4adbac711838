import { severity as severities } from '@perimeter/contract/finding';
import { acceptEntry, calendarDay, dayOfMs, daysUntil, expiryMistake } from '@perimeter/contract/waiver/waiver';
import { modules } from '@perimeter/engine/modules/registry';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { dayMs } from '@perimeter/protocols/durations';
import { echoed, hintOn, UsageError } from '../argument-values.ts';
import { readReports } from '../baseline/read-baseline.ts';
import { domainsOf } from '../config/audit-configuration.ts';
import { findConfiguration } from '../config/find-file.ts';
import { type ReadFile, readConfiguration, readConfigurationText } from '../config/read-yaml.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { replaceFile } from '../replace-file.ts';
import { say } from '../say.ts';
import { type AcceptArguments, daysIn } from './accept-arguments.ts';
import { entriesOf, startAcceptance, subjectOf, unknownCheckText } from './acceptance.ts';
import { withEntry, withoutEntries } from './edit-file.ts';
import path from 'node:path';

function expiresOf({ expires }: AcceptArguments, nowMs: number): string {
  const days = daysIn(expires);
  const day = days === null ? expires : dayOfMs(nowMs + days * dayMs);
  const mistake = calendarDay.safeParse(day).success
    ? expiryMistake(day, nowMs)
    : 'Use a date such as 2027-03-31, or days such as 90d';
  if (mistake !== null) throw new UsageError(`Invalid value "${echoed(expires)}" for --expires: ${mistake}`);
  return day;
}

const checks = modules.flatMap((module) => module.checks);

/** The subject of a new entry: from the report if given, else from the catalogue. */
function aboutOf(args: AcceptArguments): Record<string, unknown> {
  const { subject, report: file, host, severity: named } = args;
  const host_ = host === null ? {} : { host };
  const findings = file === null ? [] : readReports(file).flatMap((report) => report.findings);
  if (/^[0-9a-f]{8,64}$/u.test(subject)) {
    const own = findings.filter(({ fingerprint }) => fingerprint.startsWith(subject));
    const [first] = own;
    if (first !== undefined && new Set(own.map(({ fingerprint }) => fingerprint)).size === 1)
      return {
        check: first.checkId,
        fingerprint: first.fingerprint,
        host: first.host,
        severity: named ?? first.severity,
      };
    if (file !== null)
      throw new UsageError(`No single finding of ${file} has a fingerprint that begins with ${subject}`);
    if (subject.length < 64 || named === null)
      throw new UsageError('Name the report with the finding (--report FILE), or its whole fingerprint and --severity');
    return { fingerprint: subject, ...host_, severity: named };
  }
  const check = checks.find(({ id }) => id === subject);
  if (check === undefined)
    throw new UsageError(
      `There is no check "${subject}"${hintOn(
        subject,
        checks.map(({ id }) => id),
      )}`,
    );
  const own = findings.filter(({ checkId, host: on }) => checkId === subject && (host === null || on === host));
  const worst = severities.options.find((one) => own.some(({ severity }) => severity === one));
  const usual = check.cvss === undefined ? null : scoreVector(check.cvss).severity;
  const severity = named ?? worst ?? usual;
  if (severity === null) throw new UsageError(`The check ${subject} has no findings to accept: it only informs`);
  return { check: subject, ...host_, severity };
}

function written(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${fileProblem(error)}`);
  }
}

function add(args: AcceptArguments, read: ReadFile, context: Context, nowMs: number): ExitCode {
  const { reason, owner } = args;
  const entry = { ...aboutOf(args), reason, owner, expires: expiresOf(args, nowMs) };
  const checked = acceptEntry.safeParse(entry);
  const [mistake] = checked.success ? [] : checked.error.issues;
  if (mistake !== undefined) throw new UsageError(`Invalid value for --${mistake.path.join('.')}: ${mistake.message}`);
  const same = entriesOf(read, nowMs).find(
    (one) =>
      (['check', 'fingerprint', 'host'] as const).every(
        (name) => (one[name === 'check' ? 'checkId' : name] ?? undefined) === checked.data?.[name]?.toLowerCase(),
      ) &&
      one.subject === undefined &&
      daysUntil(one.expires, nowMs) > 0,
  );
  if (same !== undefined)
    throw new UsageError(`Already accepted until ${same.expires} at ${same.place}: change that entry instead`);
  written(read.file, withEntry(read, entry));
  say(context, `${read.file}: 1 acceptance added`);
  return exitCodes.ok.code;
}

function list({ expiringDays }: AcceptArguments, read: ReadFile, context: Context, nowMs: number): ExitCode {
  for (const entry of entriesOf(read, nowMs)) {
    const days = daysUntil(entry.expires, nowMs);
    const unknown = unknownCheckText(entry);
    if (expiringDays !== null && days > expiringDays && unknown === '') continue;
    const date =
      days <= 0 ? `expired on ${entry.expires}` : `expires on ${entry.expires}, in ${days} day${days === 1 ? '' : 's'}`;
    const when = unknown === '' ? date : `${unknown}; ${date}`;
    say({ stderr: context.stdout }, `${subjectOf(entry)}: ${when}; ${entry.owner ?? ''}: ${entry.reason}`);
  }
  return exitCodes.ok.code;
}

/** Removes expired entries, and, with a report, unused ones. */
function prune({ report: file }: AcceptArguments, read: ReadFile, context: Context, nowMs: number): ExitCode {
  const acceptance = startAcceptance(entriesOf(read, nowMs), nowMs);
  const reports = file === null ? [] : readReports(file);
  for (const report of reports) acceptance.apply(report);
  const missing = domainsOf(read).filter((domain) => reports.every((report) => report.domain !== domain));
  const ended = acceptance
    .judged(missing.length === 0)
    .map(({ standing }, index) => (['expired', 'unused'].includes(standing) ? index : -1));
  const indices = new Set(ended.filter((index) => index !== -1));
  if (indices.size > 0) written(read.file, withoutEntries(read, indices));
  const kept =
    reports.length > 0 && missing.length > 0
      ? `; entries without a host stay while there is no report of ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' and others' : ''}`
      : '';
  say(context, `${read.file}: ${indices.size} removed${kept}`);
  return exitCodes.ok.code;
}

/** perimeter accept: edits perimeter.yml, keeping its comments and order. */
export function runAccept(args: AcceptArguments, context: Context): ExitCode {
  const from = context.cwd ?? process.cwd();
  const found = findConfiguration(args.config, context.env, from);
  if (found === null && args.action !== 'add')
    throw new UsageError('There is no perimeter.yml here; name it with --config');
  const read = found === null ? readConfigurationText('', path.join(from, 'perimeter.yml')) : readConfiguration(found);
  return { add, list, prune }[args.action](args, read, context, Date.now());
}
