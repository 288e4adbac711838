import { counted } from '@perimeter/report/words';
import { existsSync } from 'node:fs';
import { fileProblem } from '@perimeter/engine/net/file-problem';
import { actionOf, givenText, UsageError } from '../argument-values.ts';
import { type CommandForm, helpRow } from '../command-form.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { replaceFile } from '../replace-file.ts';
import { say } from '../say.ts';
import { differenceOf } from './baseline.ts';
import { type Baseline, baselineText, type KnownDomain, knownOf, readBaseline, readReports } from './read-baseline.ts';

const actions = ['create', 'check', 'prune'] as const;

interface BaselineArguments {
  action: (typeof actions)[number];
  reports: readonly string[];
  file: string;
}

export const baselineForm: CommandForm<BaselineArguments> = {
  usage: actions.map((action) => `${action} <report.json...> [--baseline FILE]`),
  about:
    'Keeps known findings, one per line, so that perimeter audit --baseline fails only on new ones. Reports are files of perimeter audit --format json or jsonl; "-" is standard input. create adds their domains, check prints what is new and gone, prune removes what is gone. Findings with accepted risks are kept like others.',
  options: {
    Options: { '--baseline <FILE>': 'the baseline (default: .perimeter-baseline.json)', ...helpRow },
  },
  after: {
    'Exit codes': {
      0: 'nothing is new',
      1: 'check: there are new findings, or some got worse',
      2: 'invalid arguments or files',
    },
  },
  read({ values, positionals: [first, ...reports] }) {
    const usage = 'perimeter baseline create|check|prune <report.json...>';
    if (first === undefined) throw new UsageError(`Missing action. Usage: ${usage}`);
    const action = actionOf(first, actions);
    if (reports.length === 0) throw new UsageError(`Missing argument <report.json>. Usage: ${usage}`);
    return { action, reports, file: givenText(values, 'baseline') ?? '.perimeter-baseline.json' };
  },
};

/** Known findings keep the date since which they are known. */
function withSince(known: KnownDomain, before: KnownDomain | undefined): KnownDomain {
  const days = new Map(before?.findings.map(({ fingerprint, since }) => [fingerprint, since]));
  return {
    ...known,
    findings: known.findings.map((one) => ({ ...one, since: days.get(one.fingerprint) ?? one.since })),
  };
}

function write(file: string, domains: ReadonlyMap<string, KnownDomain>, context: Context): ExitCode {
  try {
    replaceFile(file, baselineText(domains.values()));
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${fileProblem(error)}`);
  }
  const findings = [...domains.values()].reduce((sum, one) => sum + one.findings.length, 0);
  say(context, `${file}: ${counted(findings, 'finding')} of ${counted(domains.size, 'domain')}`);
  return exitCodes.ok.code;
}

/** perimeter baseline: makes a baseline from stored reports, without network access. */
export function runBaseline({ action, reports: files, file }: BaselineArguments, context: Context): ExitCode {
  const reports = files.flatMap((one) => readReports(one));
  const isNew = action === 'create' && !existsSync(file);
  const before: Baseline = isNew ? { file, domains: new Map() } : readBaseline(file);
  const domains = new Map(before.domains);
  const result = { stderr: context.stdout };
  let failed = false;
  for (const report of reports) {
    const known = before.domains.get(report.domain);
    if (action === 'create') {
      domains.set(report.domain, withSince(knownOf(report), known));
      continue;
    }
    if (known === undefined) say(context, `${report.domain} is not in the baseline ${file}`);
    const { fresh, gone } = known === undefined ? { fresh: report.findings, gone: [] } : differenceOf(known, report);
    if (action === 'prune' && known !== undefined)
      domains.set(report.domain, { ...known, findings: known.findings.filter((one) => !gone.includes(one)) });
    for (const one of action === 'check' ? fresh : []) say(result, `new ${one.severity} ${one.checkId} ${one.host}`);
    for (const one of gone) say(result, `gone ${one.severity} ${one.check} ${one.host}`);
    failed ||= action === 'check' && fresh.length > 0;
  }
  if (action === 'check') return failed ? exitCodes.gateFailed.code : exitCodes.ok.code;
  return write(file, domains, context);
}
