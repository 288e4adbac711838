import { choice, common, type Options, parse, UsageError, type Values } from '../argument-values.ts';
import { type ColourMode, colourModes } from '../display.ts';
import { accessOf, accessOptions, auditIdOf, type ServiceAccess } from './arguments.ts';
import type { PdfLayout } from './service.ts';

/** A request to a service. */
interface Asking {
  access: ServiceAccess;
  format: 'text' | 'json';
  colour: ColourMode;
}

export type CompareArguments = Asking & { command: 'compare'; targetA: string; targetB: string };
export type UsageArguments = Asking & { command: 'usage' };
/** A service's PDF; written to --output, "-" for stdout, else to a file named by the id. */
export interface PdfArguments {
  command: 'pdf';
  access: ServiceAccess;
  id: string;
  layout: PdfLayout;
  output: string | null;
}
export type ServiceArguments = CompareArguments | UsageArguments | PdfArguments;

const asking = { ...common, ...accessOptions, json: { type: 'boolean' } } as const satisfies Options;
const { format: _format, color: _color, ...bare } = common;
const pdf = {
  ...bare,
  ...accessOptions,
  output: { type: 'string', short: 'o' },
  paper: { type: 'string' },
  detail: { type: 'string' },
} as const satisfies Options;

/** The positional arguments of a command: exactly these. */
function exactly(positionals: readonly string[], names: readonly string[], command: string): readonly string[] {
  const usage = ['perimeter', command, ...names, '--server URL'].join(' ');
  if (positionals.length < names.length)
    throw new UsageError(`Missing argument ${names[positionals.length] ?? ''}. Usage: ${usage}`);
  if (positionals.length > names.length) throw new UsageError(`Unexpected argument. Usage: ${usage}`);
  return positionals;
}

const askingOf = (values: Values): Asking => ({
  access: accessOf(values),
  format: choice(values, 'format', ['text', 'json'], values['json'] === true ? 'json' : 'text'),
  colour: choice(values, 'color', colourModes, 'auto'),
});

function pdfArguments(args: readonly string[]): PdfArguments | null {
  const { values, positionals } = parse(args, pdf);
  if (values['help'] === true) return null;
  const [id = ''] = exactly(positionals, ['<id>'], 'pdf');
  if (values['output'] === '') throw new UsageError('Missing file name for --output');
  const output = values['output'] === undefined ? null : String(values['output']);
  const layout = {
    paper: choice(values, 'paper', ['a4', 'us-letter'], 'a4'),
    detail: choice(values, 'detail', ['brief', 'full'], 'brief'),
  };
  return { command: 'pdf', access: accessOf(values), id: auditIdOf(id), layout, output };
}

/** Parses the arguments of perimeter compare, pdf or usage. */
export function serviceArguments(
  command: ServiceArguments['command'],
  args: readonly string[],
): ServiceArguments | { command: 'help'; topic: string } {
  const help = { command: 'help', topic: command } as const;
  if (command === 'pdf') return pdfArguments(args) ?? help;
  const { values, positionals } = parse(args, asking);
  if (values['help'] === true) return help;
  if (command === 'usage') {
    exactly(positionals, [], command);
    return { command, ...askingOf(values) };
  }
  const [targetA = '', targetB = ''] = exactly(positionals, ['<domain>', '<domain>'], command);
  return { command, targetA, targetB, ...askingOf(values) };
}
