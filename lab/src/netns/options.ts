import { parseArgs } from 'node:util';
import { parts, type Part } from '../services/plan.ts';

/** How a lab is to be started. */
export interface LabOptions {
  readonly parts: readonly Part[];
  /** Round-trip time between scanner and servers; 0 is the plain link. */
  readonly rttMs: number;
  /** What to run inside; empty to stay up. */
  readonly command: readonly string[];
}

/** Reads the options before the command; throws an Error with a message for people. */
export function parseOptions(args: readonly string[]): LabOptions {
  const end = commandStart(args);
  const { values } = parseArgs({
    args: args.slice(0, end),
    options: { rtt: { type: 'string' }, only: { type: 'string' } },
    strict: true,
  });
  const rttMs = Number(values.rtt ?? 0);
  if (!Number.isFinite(rttMs) || rttMs < 0)
    throw new Error(`Reading --rtt: ${values.rtt ?? ''} is not a number of milliseconds`);
  const command = args.slice(end).filter((argument, index) => index > 0 || argument !== '--');
  return { parts: chooseParts(values.only), rttMs, command };
}

/** The command begins at the first argument that is neither an option nor an option's value. */
function commandStart(args: readonly string[]): number {
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--' || !argument.startsWith('--')) return index;
    if (!argument.includes('=')) index += 1;
  }
  return args.length;
}

function chooseParts(only: string | undefined): readonly Part[] {
  if (only === undefined) return parts;
  const wanted = only.split(',');
  const unknown = wanted.filter((name) => !parts.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`Reading --only: ${unknown.join(', ')} is not one of ${parts.join(', ')}`);
  return parts.filter((part) => wanted.includes(part));
}
