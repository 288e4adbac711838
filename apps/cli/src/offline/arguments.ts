import { choice, common, hintOn, type Options, parse, UsageError, type Values } from '../argument-values.ts';
import { configOptions, type WritingArguments, writingOf, writingOptions } from '../audit/writing-arguments.ts';
import { type ColourMode, colourModes } from '../display.ts';

/** Shells with completion scripts. */
export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof shells)[number];

export interface ExplainArguments {
  command: 'explain';
  check: string;
  colour: ColourMode;
}
export interface CompletionArguments {
  command: 'completion';
  shell: Shell;
}

/** Converts stored reports to other formats. */
export interface ReportArguments extends WritingArguments {
  command: 'report';
  /** "-" is standard input. */
  file: string;
  /** As entered, to select the perimeter.yml. */
  named: Values;
}

/** Commands that use neither network nor service. */
export type OfflineArguments = ExplainArguments | CompletionArguments | ReportArguments;

const explain = { help: common.help, color: common.color } as const satisfies Options;

function only(positionals: readonly string[], usage: string): string {
  const [one, ...rest] = positionals;
  if (one === undefined) throw new UsageError(`Missing argument. Usage: ${usage}`);
  if (rest.length > 0) throw new UsageError(`Unexpected argument. Usage: ${usage}`);
  return one;
}

/** Parses the arguments of `perimeter report`; null: help was requested. */
function reportArguments(args: readonly string[]): ReportArguments | null {
  const { values, all, positionals } = parse(args, { ...writingOptions, ...configOptions });
  if (values['help'] === true) return null;
  const [verb, file, ...rest] = positionals;
  if (verb !== 'convert' || file === undefined || rest.length > 0)
    throw new UsageError('Usage: perimeter report convert <report.json> --format FORMAT[=FILE]');
  return {
    command: 'report',
    file,
    named: values,
    ...writingOf(values, all('format'), false),
  };
}

function explainArguments(args: readonly string[]): ExplainArguments | null {
  const { values, positionals } = parse(args, explain);
  if (values['help'] === true) return null;
  const check = only(positionals, 'perimeter explain <check>');
  return { command: 'explain', check, colour: choice(values, 'color', colourModes, 'auto') };
}

function completionArguments(args: readonly string[]): CompletionArguments | null {
  const { values, positionals } = parse(args, { help: common.help });
  if (values['help'] === true) return null;
  const typed = only(positionals, `perimeter completion ${shells.join('|')}`).toLowerCase();
  const shell = shells.find((one) => one === typed);
  if (shell === undefined) throw new UsageError(`Unknown shell: use ${shells.join(', ')}${hintOn(typed, shells)}`);
  return { command: 'completion', shell };
}

/** Parses the arguments of perimeter explain, completion or report. */
export function offlineArguments(
  command: OfflineArguments['command'],
  args: readonly string[],
): OfflineArguments | { command: 'help'; topic: string } {
  const read = { explain: explainArguments, completion: completionArguments, report: reportArguments }[command](args);
  return read ?? { command: 'help', topic: command };
}
