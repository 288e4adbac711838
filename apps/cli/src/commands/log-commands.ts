import { randomUUID } from 'node:crypto';
import type { ReportFormat } from '../audit/writing-arguments.ts';
import type { Context } from '../context.ts';

/** Prevents the log of GitHub Actions from executing any commands but our annotations. */
export interface LogCommands {
  /** Lets the log execute commands again; repeated calls do nothing. */
  resume: () => void;
}

/**
 * If annotations are written to the log, disables its commands until then, with a random token: text of targets before
 * them cannot be executed.
 */
export function stopLogCommands(format: ReportFormat | undefined, { stdout, env }: Context): LogCommands {
  if (format !== 'github' || env['GITHUB_ACTIONS'] !== 'true') return { resume: () => {} };
  const word = randomUUID();
  let stopped = true;
  stdout.write(`::stop-commands::${word}\n`);
  return {
    resume: () => {
      if (stopped) stdout.write(`::${word}::\n`);
      stopped = false;
    },
  };
}
