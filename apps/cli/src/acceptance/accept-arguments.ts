import { type Severity, severity } from '@perimeter/contract/finding';
import { actionOf, choice, exactly, invalidValue, givenText, UsageError, type Values } from '../argument-values.ts';
import { type CommandForm, helpRow } from '../command-form.ts';

/** The arguments of `perimeter accept`. */
export interface AcceptArguments {
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

const usage = 'perimeter accept add <check|fingerprint> --reason <text> --owner <name> --expires <day|90d>';

/** The number in "90d"; null if the text is not of this form. */
export function daysIn(text: string): number | null {
  const days = /^(?<days>\d{1,3})d$/u.exec(text)?.groups?.['days'];
  return days === undefined ? null : Number(days);
}

/** The days of an option; null if it is not given. */
export function daysOf(values: Values, name: string): number | null {
  const value = values[name];
  if (value === undefined) return null;
  const days = daysIn(String(value));
  if (days === null) throw invalidValue(name, value, 'days such as 30d');
  return days;
}

export const acceptForm: CommandForm<AcceptArguments> = {
  usage: [
    'add <check|fingerprint> --reason TEXT --owner NAME --expires DAY',
    'list [--expiring 30d]',
    'prune [--report report.json]',
  ],
  about:
    'Edits the list accept of perimeter.yml; comments, order and all other lines stay. An entry covers findings until its day, and none that became more severe than it was accepted.',
  options: {
    Options: {
      '--reason <TEXT>': 'why the risk is accepted',
      '--owner <NAME>': 'who answers for it',
      '--expires <DAY>': '2027-03-31, or days as in 90d; at most 365 days ahead',
      '--host <HOST>': 'cover findings on this host alone',
      '--severity <critical|high|medium|low>':
        'severity that is accepted (default: as in the report, else that of the check)',
      '--report <FILE>':
        'JSON report: add takes the finding from it, also by the first 8 digits of its fingerprint; prune also removes what is unused',
      '--expiring <DAYS>': 'list only what ends within these days',
      '--config <FILE>': 'file to edit (default: as perimeter audit finds it)',
      ...helpRow,
    },
  },
  read({ values, positionals }) {
    const [first, subject = '', ...rest] = positionals;
    if (first === undefined) throw new UsageError('Missing action. Usage: perimeter accept add|list|prune');
    const action = actionOf(first, ['add', 'list', 'prune']);
    exactly(action === 'add' ? rest : positionals.slice(1), [], `perimeter accept ${action}`);
    if (action === 'add' && subject === '')
      throw new UsageError(`Missing argument <check|fingerprint>. Usage: ${usage}`);
    for (const name of ['reason', 'owner', 'expires'])
      if (action === 'add' && values[name] === undefined)
        throw new UsageError(`Missing option --${name}. Usage: ${usage}`);
    return {
      action,
      subject,
      config: givenText(values, 'config'),
      report: givenText(values, 'report'),
      reason: givenText(values, 'reason') ?? '',
      owner: givenText(values, 'owner') ?? '',
      expires: givenText(values, 'expires') ?? '',
      host: givenText(values, 'host'),
      severity: values['severity'] === undefined ? null : choice(values, 'severity', severity.options, 'low'),
      expiringDays: daysOf(values, 'expiring'),
    };
  },
};
