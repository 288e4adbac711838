import { echoed, hintOn, UsageError } from './argument-values.ts';
import type { CommandForm } from './command-form.ts';

/** A command in the overview. */
export interface CommandRow<T = unknown> {
  /** What stands behind its name, in short. */
  takes: string;
  about: string;
  /** Each command loads what it needs, and help what it prints. */
  form: () => Promise<CommandForm<T>>;
}

/** All commands, in the order of the help. */
export const commandTable = {
  accept: {
    takes: 'add|list|prune',
    about: 'edit the accepted risks in perimeter.yml',
    form: async () => (await import('./acceptance/accept-arguments.ts')).acceptForm,
  },
  audit: {
    takes: '<domain...>',
    about: 'audit domains and print their reports',
    form: async () => (await import('./audit/audit-form.ts')).auditForm,
  },
  baseline: {
    takes: 'create|check|prune',
    about: 'keep the known findings, to fail only on new ones',
    form: async () => (await import('./baseline/command.ts')).baselineForm,
  },
  certificates: {
    takes: '<file> --host <name>',
    about: 'validate a certificate chain from a file',
    form: async () => (await import('./certificates-arguments.ts')).certificatesForm,
  },
  checks: {
    takes: '',
    about: 'list all checks',
    form: async () => (await import('./offline/arguments.ts')).checksForm,
  },
  compare: {
    takes: '<domain> <domain>',
    about: 'compare two domains, at a service',
    form: async () => (await import('./server-mode/service-arguments.ts')).compareForm,
  },
  completion: {
    takes: '<shell>',
    about: 'print a completion script for a shell',
    form: async () => (await import('./offline/arguments.ts')).completionForm,
  },
  doctor: {
    takes: '',
    about: 'show what audits can reach from this machine',
    form: async () => (await import('./offline/arguments.ts')).doctorForm,
  },
  explain: {
    takes: '<check>',
    about: 'print why a check matters and how to fix it',
    form: async () => (await import('./offline/arguments.ts')).explainForm,
  },
  pdf: {
    takes: '<id>',
    about: 'download the signed PDF of an audit, at a service',
    form: async () => (await import('./server-mode/service-arguments.ts')).pdfForm,
  },
  report: {
    takes: 'convert <file>',
    about: 'write a stored report in other formats',
    form: async () => (await import('./audit/report-arguments.ts')).reportForm,
  },
  schema: {
    takes: '[config]',
    about: 'print the JSON Schema of reports or config',
    form: async () => (await import('./offline/arguments.ts')).schemaForm,
  },
  usage: {
    takes: '',
    about: 'show the credits of this month, at a service',
    form: async () => (await import('./server-mode/service-arguments.ts')).usageForm,
  },
  verify: {
    takes: '<report.pdf> --ca <root.pem>',
    about: 'verify that a PDF report is unchanged',
    form: async () => (await import('./offline/arguments.ts')).verifyForm,
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandTable;
export const commands = [...Object.keys(commandTable), 'help'];

/** Options without a command. */
const globalOptions = ['help', 'version'] as const;

/** The error for an unknown command: suggests another one, or an audit if it looks like a domain. */
export async function unknownCommand(typed: string): Promise<UsageError> {
  if (typed === '-v') return new UsageError('Unknown option -v. Did you mean --version?');
  if (typed.startsWith('-'))
    return new UsageError(`Unknown option ${echoed(typed)}${hintOn(typed.replace(/^-+/u, ''), globalOptions, '--')}`);
  const { suggestDomain } = await import('@perimeter/protocols/domain/suggestion');
  const domain = typed.includes('.') ? (suggestDomain(typed)?.ascii ?? null) : null;
  const hint = domain === null ? hintOn(typed, commands, 'perimeter ') : `. Did you mean perimeter audit ${domain}?`;
  return new UsageError(`Unknown command "${echoed(typed)}"${hint}`);
}

export const isCommand = (name: string): name is CommandName => Object.hasOwn(commandTable, name);
