import { UsageError, type Values } from '../argument-values.ts';
import { colourRow, type CommandForm, helpRow } from '../command-form.ts';
import { type WritingArguments, writingOf, writingRows } from './writing-arguments.ts';

/** Stored reports to write in other formats. */
export interface ReportArguments extends WritingArguments {
  /** "-" is standard input. */
  file: string;
  /** As they were typed: which perimeter.yml is read. */
  named: Values;
}

export const reportForm: CommandForm<ReportArguments> = {
  usage: ['convert <report.json|-> [options]'],
  about:
    'Writes stored reports in other formats, as "perimeter audit" would have. The file is the output of --format json or jsonl, or the report of a service.',
  options: {
    Options: {
      '-f, --format <FORMAT[=FILE]>': 'as for perimeter audit; repeat for more formats',
      ...writingRows,
      '--config <FILE>': 'perimeter.yml: its accepted risks replace those stored',
      '--no-config': 'read no configuration, not even ./perimeter.yml',
      ...colourRow,
      ...helpRow,
    },
  },
  read({ values, all, positionals }) {
    const [verb, file, ...rest] = positionals;
    if (verb !== 'convert' || file === undefined || rest.length > 0)
      throw new UsageError('Usage: perimeter report convert <report.json> --format FORMAT[=FILE]');
    return { file, named: values, ...writingOf(values, all('format'), false) };
  },
};
