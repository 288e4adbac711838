import { type Severity, severity } from '@perimeter/contract/finding';
import { actionOf, choice, common, invalidValue, parse, UsageError, type Values } from '../argument-values.ts';

/** The arguments of `perimeter accept`. */
export interface AcceptArguments {
  command: 'accept';
  action: 'add' | 'list' | 'prune';
  /** perimeter.yml, if given. */
  config: string | null;
  /** The JSON report with the findings. */
  report: string | null;
  /** For add: a check or a fingerprint; else empty. */
  subject: string;
  reason: string;
  owner: string;
  /** A date, or a number of days as in 90d. */
  expires: string;
  host: string | null;
  severity: Severity | null;
  /** For list: only entries that end within this number of days; null: all. */
  expiringDays: number | null;
}

const options = {
  help: common.help,
  config: { type: 'string' },
  report: { type: 'string' },
  reason: { type: 'string' },
  owner: { type: 'string' },
  expires: { type: 'string' },
  host: { type: 'string' },
  severity: { type: 'string' },
  expiring: { type: 'string' },
} as const;

const usage = 'perimeter accept add <check|fingerprint> --reason <text> --owner <name> --expires <day|90d>';

/** Parses "90d" as days. */
export function daysOf(values: Values, name: string): number | null {
  const value = values[name];
  if (value === undefined) return null;
  const days = /^(?<days>\d{1,3})d$/u.exec(String(value))?.groups?.['days'];
  if (days === undefined) throw invalidValue(name, value, 'days such as 30d');
  return Number(days);
}

const textOf = (values: Values, name: string): string | null =>
  values[name] === undefined ? null : String(values[name]);

/** Parses the arguments of `perimeter accept`. */
export function acceptArguments(args: readonly string[]): AcceptArguments | { command: 'help'; topic: string } {
  const { values, positionals } = parse(args, options);
  if (values['help'] === true) return { command: 'help', topic: 'accept' };
  const [first, subject = '', ...rest] = positionals;
  if (first === undefined) throw new UsageError('Missing action. Usage: perimeter accept add|list|prune');
  const action = actionOf(first, ['add', 'list', 'prune']);
  if (rest.length > 0 || (action !== 'add' && subject !== ''))
    throw new UsageError(`Unexpected argument "${rest[0] ?? subject}"`);
  if (action === 'add' && subject === '') throw new UsageError(`Missing argument <check|fingerprint>. Usage: ${usage}`);
  for (const name of ['reason', 'owner', 'expires'])
    if (action === 'add' && values[name] === undefined)
      throw new UsageError(`Missing option --${name}. Usage: ${usage}`);
  return {
    command: 'accept',
    action,
    subject,
    config: textOf(values, 'config'),
    report: textOf(values, 'report'),
    reason: textOf(values, 'reason') ?? '',
    owner: textOf(values, 'owner') ?? '',
    expires: textOf(values, 'expires') ?? '',
    host: textOf(values, 'host'),
    severity: values['severity'] === undefined ? null : choice(values, 'severity', severity.options, 'low'),
    expiringDays: daysOf(values, 'expiring'),
  };
}
