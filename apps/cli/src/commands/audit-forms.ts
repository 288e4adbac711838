import type { AuditEnding } from '@perimeter/report/forms/ending';
import { reportForms } from '@perimeter/report/forms/forms';
import path from 'node:path';
import { UsageError } from '../argument-values.ts';
import type { ReportFormat, Sink, WritingArguments } from '../audit/writing-arguments.ts';
import type { Context, Output } from '../context.ts';
import { auditText } from './audit-text.ts';
import { stopLogCommands } from './log-commands.ts';
import { checkWritable, isDevice, writeOutput } from '../output.ts';

/** A format that is written after all audits: its file, and the audits in it. */
interface Delivery {
  format: ReportFormat;
  file: string;
  indices: readonly number[];
}

const placeholder = '{domain}';

/** Formats with one part per audit, which are written to stdout as soon as it ends. */
const streamed: ReadonlySet<ReportFormat> = new Set(['table', 'jsonl']);

const fileOutput: Output = { write: () => true };

const holdsOne = (format: ReportFormat): boolean =>
  format !== 'table' && format !== 'json' && format !== 'jsonl' && !reportForms[format].holdsSeveral;

function deliveriesOf({ format, file }: Sink, domains: readonly string[]): Delivery[] {
  const several = domains.length > 1;
  if (file?.includes(placeholder) === true)
    return domains.map((domain, index) => ({ format, file: file.replaceAll(placeholder, domain), indices: [index] }));
  if (several && holdsOne(format))
    throw new UsageError(
      `${format} holds one audit: use one file per domain, as in ${format}=report-{domain}.${format}`,
    );
  return file === null ? [] : [{ format, file, indices: [...domains.keys()] }];
}

function refuseSameFile(deliveries: readonly Delivery[]): void {
  const files = deliveries.map(({ file }) => path.resolve(file));
  const twice = files.find((file, index) => !isDevice(file) && files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`Two formats cannot use the same file: ${twice}`);
}

/** The outputs of a run: checked to be writable before the first packet, written as audits end and at the end. */
export interface Delivering {
  /** Writes the formats that go to stdout one audit at a time. */
  ended: (ending: AuditEnding) => void;
  /** Writes all others, whatever the gate's result; returns the errors, one line each. */
  finished: (endings: readonly AuditEnding[]) => string[];
  /** Restores stdout, however the run ended. */
  closed: () => void;
}

/** Prepares the requested formats; throws UsageError if one cannot be written. */
export function startDelivering(args: WritingArguments, context: Context, domains: readonly string[]): Delivering {
  const { stdout, env } = context;
  const deliveries = args.sinks.flatMap((sink) => deliveriesOf(sink, domains));
  refuseSameFile(deliveries);
  for (const { file } of deliveries) checkWritable(file);
  const bare = args.sinks.find(({ file }) => file === null)?.format;
  const logCommands = stopLogCommands(bare, context);

  const textOptions = { ...args, isSingle: domains.length === 1, env };
  const written = (format: ReportFormat, endings: readonly AuditEnding[], output: Output): string =>
    auditText(format, endings, { ...textOptions, output });
  return {
    ended: (ending) => {
      // A failed audit is reported on stderr.
      if (bare === undefined || !streamed.has(bare) || (bare === 'table' && !ending.ok)) return;
      stdout.write(written(bare, [ending], stdout));
    },
    closed: logCommands.resume,
    finished: (endings) => {
      logCommands.resume();
      if (bare !== undefined && !streamed.has(bare)) stdout.write(written(bare, endings, stdout));
      return deliveries.flatMap(({ format, file, indices }) => {
        const own = endings.filter((_, index) => indices.includes(index));
        try {
          writeOutput(file, written(format, own, fileOutput), env);
          return [];
        } catch (error) {
          if (error instanceof UsageError) return [error.message];
          throw error;
        }
      });
    },
  };
}
