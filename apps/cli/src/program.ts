import type { Context } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

const interruption = new AbortController();
const stopCodes = { SIGINT: exitCodes.interrupted.code, SIGTERM: exitCodes.terminated.code };

/** The first signal ends the audit in order, the second one ends the process. */
function stopOn(signal: keyof typeof stopCodes): void {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(stopCodes[signal]);
    interruption.abort(signal);
  });
}
stopOn('SIGINT');
stopOn('SIGTERM');

// Loads the engine only when needed, so that help and version are fast.
const runAudit: Context['runAudit'] = async (request, options) =>
  (await import('@perimeter/engine/runner/audit')).runAudit(request, options);
const { stdout, stderr, env } = process;
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, env, runAudit, signal: interruption.signal });
// Do not wait for what an interrupted audit still holds open.
if (interruption.signal.aborted) process.exit();
