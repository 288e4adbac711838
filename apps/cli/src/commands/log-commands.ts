import { randomUUID } from 'node:crypto';
import type { ReportFormat } from '../audit/writing-arguments.ts';
import type { Context } from '../context.ts';

/** Keeps a log of GitHub Actions from acting on anything but our own annotations. */
export interface LogCommands {
  /** Lets the log act again; a second call does nothing. */
  resume: () => void;
}

/**
 * Where annotations go to the log, stops its commands until they come, under a word that nobody can know: what targets have to say
 * until then is text alone.
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
