import type { ProgressMode } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ColourMode, wantsColour } from '../display.ts';
import { liveReporter } from './live.ts';
import { plainReporter } from './plain.ts';
import type { Reporter } from './reporter-type.ts';

const silentReporter: Reporter = { onProgress: () => {}, stop: () => {} };

/**
 * Picks how progress is shown: auto is live where stderr is a terminal that can move its cursor, else plain. Audits side by side share
 * the output: each writes lines that begin with its domain.
 */
export function createReporter(
  mode: ProgressMode,
  colour: ColourMode,
  { stderr, env }: Context,
  sharing: string | null,
): Reporter {
  if (mode === 'none') return silentReporter;
  const canMove = stderr.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '';
  const live = sharing === null && (mode === 'live' || (mode === 'auto' && canMove));
  return live
    ? liveReporter({ output: stderr, env, colour: wantsColour(colour, env, stderr) })
    : plainReporter({ output: stderr, env, prefix: sharing === null ? '' : `${sharing}: ` });
}
