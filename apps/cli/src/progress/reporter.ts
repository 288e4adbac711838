import type { ProgressMode } from '../audit/audit-arguments.ts';
import type { Context } from '../context.ts';
import { type ColourMode, wantsColour } from '../display.ts';
import { liveReporter } from './live.ts';
import { plainReporter } from './plain.ts';
import type { Reporter } from './reporter-type.ts';

const silentReporter: Reporter = { onProgress: () => {}, stop: () => {} };

/**
 * Selects the display: auto is live if stderr is a terminal with cursor movement, else plain. Concurrent audits share
 * the output: each line begins with its domain.
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
