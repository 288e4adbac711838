import { formNames } from '@perimeter/report/forms/forms';
import type { TerminalOptions } from '@perimeter/report/terminal/terminal';
import { colourOf, fileOf, unknownChoice, UsageError, type Values } from '../argument-values.ts';
import type { ColourMode } from '../display.ts';

/** How audits are written: for people, as they are, one a line, or in one of the report's other forms. */
export const reportFormats = ['table', 'json', 'jsonl', ...formNames] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** One form of the result, and where it goes. */
export interface Sink {
  format: ReportFormat;
  /** Path of a file, in which {domain} stands for the audited domain; null: stdout. */
  file: string | null;
}

/** How reports are written. */
export interface WritingArguments {
  /** At most one of them goes to stdout. */
  sinks: readonly Sink[];
  /** Whether CSV begins with a byte order mark. */
  csvByteOrderMark: boolean;
  colour: ColourMode;
  /** How much the readable result holds. */
  extent: NonNullable<TerminalOptions['extent']>;
}

export const writingRows = {
  '-o, --output <FILE>': 'write the unnamed format to FILE',
  '--summary': 'print one screen: score, categories and the first issues',
  '--details': 'also print all that was collected',
  '--csv-bom': 'add a byte order mark to CSV, for Excel',
};

/** Shorter names of forms. */
const aliases: ReadonlyMap<string, ReportFormat> = new Map([['md', 'markdown']]);

/** Names of stdout itself: opened again by its name, a file that a shell holds open would be overwritten from its start. */
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

/** The forms that were asked for; --output is the file of the one that has none. */
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

/** What is asked of the forms; hasOthers: files of other kinds are asked for as well, so that a form is not needed. */
export const writingOf = (values: Values, formats: readonly string[], hasOthers: boolean): WritingArguments => ({
  sinks: sinksOf(values, formats, hasOthers),
  csvByteOrderMark: values['csv-bom'] === true,
  colour: colourOf(values),
  extent: extentOf(values),
});
