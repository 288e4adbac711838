import { dayMs } from '@perimeter/protocols/durations';
import { auditId } from '@perimeter/contract/audit';
import { fileOf, invalidValue, UsageError, type Values } from '../argument-values.ts';
import type { KeySource } from './api-key.ts';

/** How to reach a service, as entered. */
export interface ServiceAccess {
  /** null: PERIMETER_SERVER, or none. */
  address: string | null;
  key: KeySource;
  /** The total time for an audit or request in milliseconds, including retries. */
  timeoutMs: number;
}

/** How a run uses a service. */
export interface ServiceRun extends ServiceAccess {
  /** False: only start the audits. */
  wait: boolean;
  /** Audits to resume. */
  resume: readonly string[];
  cancelOnInterrupt: boolean;
  /** Files of PDFs; {domain} is replaced by the audited domain. */
  pdfs: readonly string[];
}

/** The options by which a service is reached. */
export const accessRows = {
  '--server <URL>': 'address of the service, or set PERIMETER_SERVER; https, or http on this machine',
  '--api-key-stdin': 'read the API key from standard input instead of from PERIMETER_API_KEY',
  '--api-key-file <FILE>': 'read the key from FILE, readable for you alone (chmod 600)',
  '--timeout <TIME>': 'whole time, such as 90s or 15m (default)',
};
/** Known, so that it can be refused with the reason. */
export const hiddenAccess = ['--api-key <KEY>'];

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const usual = '15m';
const mostMs = dayMs;

function timeoutOf(values: Values): number {
  const value = String(values['timeout'] ?? usual);
  const [, number = '0', unit = ''] = /^(\d{1,6})([smh])$/u.exec(value) ?? [];
  const ms = Number(number) * (units[unit] ?? 0);
  if (ms <= 0 || ms > mostMs) throw invalidValue('timeout', value, 'a time such as 90s, 15m or 2h, at most 24h');
  return ms;
}

/** Parses how to reach a service. */
export function accessOf(values: Values): ServiceAccess {
  const { server } = values;
  if (values['api-key'] !== undefined)
    throw new UsageError(
      'Keys are no arguments, which other users can list: set PERIMETER_API_KEY, or use --api-key-stdin or --api-key-file',
    );
  if (server === '') throw new UsageError('Missing address for --server');
  const file = fileOf(values, 'api-key-file');
  if (file !== null && values['api-key-stdin'] === true)
    throw new UsageError('Use either --api-key-stdin or --api-key-file, not both');
  return {
    address: server === undefined ? null : String(server),
    key: { stdin: values['api-key-stdin'] === true, file },
    timeoutMs: timeoutOf(values),
  };
}

/** Parses an audit id; throws UsageError. */
export function auditIdOf(text: string): string {
  if (auditId.safeParse(text).success) return text;
  throw new UsageError('Invalid audit id: it begins with aud_ and is in the answer to the start of the audit');
}

/** Separates pdf from the formats, because only a service can make PDFs. */
export function splitPdfs(formats: readonly string[]): { pdfs: string[]; formats: string[] } {
  const isPdf = (text: string): boolean => /^pdf(?:=|$)/iu.test(text);
  const pdfs = formats.filter(isPdf).map((text) => text.slice('pdf='.length));
  return { pdfs, formats: formats.filter((text) => !isPdf(text)) };
}

/** Parses how a run uses a service; throws UsageError for contradicting options. */
export function serviceRunOf(values: Values, resume: readonly string[], pdfs: readonly string[]): ServiceRun {
  const run = {
    ...accessOf(values),
    wait: values['no-wait'] !== true,
    resume: resume.map(auditIdOf),
    cancelOnInterrupt: values['cancel-on-interrupt'] === true,
    pdfs,
  };
  if (!run.wait && run.resume.length > 0) throw new UsageError('Use either --no-wait or --resume, not both');
  if (!run.wait && (values['output'] !== undefined || values['format'] !== undefined))
    throw new UsageError('--no-wait prints ids and has no report: leave out --format and --output');
  if (run.key.stdin && values['targets'] === '-')
    throw new UsageError('Standard input cannot hold both the API key and the targets');
  return run;
}

/** Refuses options that need a service if none is given. */
export function refuseWithoutService({ pdfs, wait, resume, cancelOnInterrupt, key }: ServiceRun): void {
  if (pdfs.length > 0)
    throw new UsageError(
      'PDFs are signed, so only a Perimeter service makes them: add --server URL and a key, or use --format html=report.html and print it',
    );
  const used = [
    ...(wait ? [] : ['--no-wait']),
    ...(resume.length > 0 ? ['--resume'] : []),
    ...(cancelOnInterrupt ? ['--cancel-on-interrupt'] : []),
    ...(key.stdin ? ['--api-key-stdin'] : []),
    ...(key.file === null ? [] : ['--api-key-file']),
  ];
  if (used.length > 0) throw new UsageError(`${used.join(', ')} needs a service: add --server URL`);
}
