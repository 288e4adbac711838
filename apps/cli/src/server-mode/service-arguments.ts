import { choice, exactly, fileOf, only, verdictWriting } from '../argument-values.ts';
import { type CommandForm, helpRow, verdictRows } from '../command-form.ts';
import type { ColourMode } from '../display.ts';
import { accessOf, accessRows, auditIdOf, hiddenAccess, type ServiceAccess } from './arguments.ts';
import type { PdfLayout } from './service.ts';
import { codeRows, exitCodes } from '../exit-codes.ts';

/** A request to a service. */
interface Asking {
  access: ServiceAccess;
  format: 'text' | 'json';
  colour: ColourMode;
}

type CompareArguments = Asking & { command: 'compare'; targetA: string; targetB: string };
type UsageArguments = Asking & { command: 'usage' };
/** A PDF of a service; it goes to the output, "-" for stdout, else to a file named after the id. */
export interface PdfArguments {
  command: 'pdf';
  access: ServiceAccess;
  id: string;
  layout: PdfLayout;
  output: string | null;
}
export type ServiceArguments = CompareArguments | UsageArguments | PdfArguments;

const askingRows = { ...accessRows, ...verdictRows('text (default), or the answer of the service as JSON', true) };

const after = {
  'Exit codes': codeRows([
    { code: exitCodes.ok.code, meaning: 'done' },
    { code: exitCodes.usage.code, meaning: 'invalid arguments or settings' },
    exitCodes.serviceRefused,
    exitCodes.serviceUnreachable,
  ]),
};

export const compareForm: CommandForm<CompareArguments> = {
  usage: ['<domain> <domain> --server URL [options]'],
  about: 'Compares the latest completed audits of two domains at a service. It starts no audit.',
  options: { Options: askingRows },
  hidden: hiddenAccess,
  after,
  read({ values, positionals }) {
    const names = ['<domain>', '<domain>'];
    const [targetA = '', targetB = ''] = exactly(
      positionals,
      names,
      'perimeter compare <domain> <domain> --server URL',
    );
    return { command: 'compare', targetA, targetB, access: accessOf(values), ...verdictWriting(values) };
  },
};

export const usageForm: CommandForm<UsageArguments> = {
  usage: ['--server URL [options]'],
  about: 'Shows the credits of this month at a service.',
  options: { Options: askingRows },
  hidden: hiddenAccess,
  after,
  read({ values, positionals }) {
    exactly(positionals, [], 'perimeter usage --server URL');
    return { command: 'usage', access: accessOf(values), ...verdictWriting(values) };
  },
};

export const pdfForm: CommandForm<PdfArguments> = {
  usage: ['<id> --server URL [options]'],
  about: 'Downloads the signed PDF of a completed audit. It needs an API key.',
  options: {
    Options: {
      '-o, --output <FILE>': 'write to FILE, "-" for stdout (default: <id>.pdf)',
      '--paper <a4|us-letter>': 'paper size (default: a4)',
      '--detail <brief|full>': 'brief (default), or all evidence and every check',
      ...accessRows,
      ...helpRow,
    },
  },
  hidden: hiddenAccess,
  after,
  read({ values, positionals }) {
    const id = auditIdOf(only(positionals, '<id>', 'perimeter pdf <id> --server URL'));
    const output = fileOf(values, 'output');
    const layout = {
      paper: choice(values, 'paper', ['a4', 'us-letter'], 'a4'),
      detail: choice(values, 'detail', ['brief', 'full'], 'brief'),
    };
    return { command: 'pdf', access: accessOf(values), id, layout, output };
  },
};
