import { formNames } from '@perimeter/report/forms/forms';
import type { TerminalOptions } from '@perimeter/report/terminal/terminal';
import { colourOf, fileOf, unknownChoice, UsageError, type Values } from '../argument-values.ts';
import type { ColourMode } from '../display.ts';

/** Formats of audits: for people, JSON, one JSON line each, or another form of the report. */
export const reportFormats = ['table', 'json', 'jsonl', ...formNames] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** One output format and its destination. */
export interface Sink {
  format: ReportFormat;
  /** Path of a file, in which {domain} is replaced by the audited domain; null: stdout. */
  file: string | null;
}

/** How reports are written. */
export interface WritingArguments {
  /** At most one of them is written to stdout. */
  sinks: readonly Sink[];
  /** True if CSV begins with a byte order mark. */
  csvByteOrderMark: boolean;
  colour: ColourMode;
  /** How much the readable result contains. */
  extent: NonNullable<TerminalOptions['extent']>;
}

export const writingRows = {
  '-o, --output <FILE>': 'write the unnamed format to FILE',
  '--summary': 'print one screen: score, categories and the first issues',
  '--details': 'also print all that was collected',
  '--csv-bom': 'add a byte order mark to CSV, for Excel',
};

/** Shorter names of formats. */
const aliases: ReadonlyMap<string, ReportFormat> = new Map([['md', 'markdown']]);

/** Names of stdout itself: opening it by name would overwrite a file that the shell redirected it to. */
const stdoutNames: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1']);

function sinkOf(text: string): Sink {
  const equals = text.indexOf('=');
  const name = (equals === -1 ? text : text.slice(0, equals)).toLowerCase();
  const format = aliases.get(name) ?? reportFormats.find((one) => one === name);
  if (format === undefined) {
    if (name === 'pdf')
      throw new UsageError(
        'PDFs are signed by a service: use perimeter pdf ID, or perimeter audit --server URL -f pdf=FILE',
      );
    throw unknownChoice('format', name, [...reportFormats, 'pdf']);
  }
  const file = equals === -1 ? null : text.slice(equals + 1);
  if (file === '') throw new UsageError(`Missing file name in --format ${text}`);
  return { format, file: file === null || stdoutNames.has(file) ? null : file };
}

/** The requested formats; --output is the file of the one without its own. */
function sinksOf(values: Values, formats: readonly string[], hasOthers: boolean): Sink[] {
  const asked = formats.length === 0 && !hasOthers ? [{ format: 'table', file: null } as const] : formats.map(sinkOf);
  const bare = asked.filter(({ file }) => file === null);
  if (bare.length > 1) {
    const names = bare.map(({ format }) => format).join(' and ');
    throw new UsageError(
      `Only one format can go to stdout, not ${names}: add a file to the others, as in sarif=out.sarif`,
    );
  }
  const output = fileOf(values, 'output');
  if (output !== null && bare.length === 0)
    throw new UsageError('--output has no effect: every format already has a file');
  const own = output === null || stdoutNames.has(output) ? null : output;
  return asked.map(({ format, file }) => ({ format, file: file ?? own }));
}

function extentOf({ summary, details }: Values): WritingArguments['extent'] {
  if (summary === true && details === true) throw new UsageError('Use either --summary or --details, not both');
  return summary === true ? 'summary' : details === true ? 'all' : 'issues';
}

/** The writing options; hasOthers: other files are requested too, so that no format is needed. */
export const writingOf = (values: Values, formats: readonly string[], hasOthers: boolean): WritingArguments => ({
  sinks: sinksOf(values, formats, hasOthers),
  csvByteOrderMark: values['csv-bom'] === true,
  colour: colourOf(values),
  extent: extentOf(values),
});
