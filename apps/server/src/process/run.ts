import { isDatabaseAwayOrClosed } from '../database/away.ts';
import { usage, withArguments } from './arguments.ts';
import type { Engine, Service, StandIns } from './parts.ts';
import { startService } from './service.ts';
import { readSettings, type ServerSettings } from '../settings/settings.ts';
import { StartError } from '../settings/start-error.ts';

// Longer than a long poll, and than a worker needs to return its audits; shorter than the usual grace period of
// orchestrators.
const stopDeadlineMs = 28_000;

function readSettingsOrExit(): ServerSettings {
  const env = withArguments(process.argv.slice(2), process.env);
  if (env === null) {
    console.error(usage);
    process.exit(2);
  }
  const read = readSettings(env);
  if (read.ok) return read.settings;
  console.error(['Invalid settings:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'));
  process.exit(2);
}

/** Continues if the database ends at the same time: broken connections and failed queries are then expected. */
function survive(error: unknown): void {
  if (isDatabaseAwayOrClosed(error)) return;
  console.error(error);
  process.exit(1);
}

/** The first signal stops in order; a second one, or a stop beyond its deadline, ends the process at once. */
function stopOnSignals(service: Service): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    process.on('uncaughtException', survive);
    service.http.log.info({ signal }, 'Stopping');
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    service.stop().then(
      () => {
        service.http.log.info('Stopped');
        process.exit(0);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** The message when the service is ready: one URL, which creates the first account if there is none. */
function readyText({ url, setupToken }: Service): string {
  const address = url === null ? null : `Perimeter is ready: ${url}`;
  if (setupToken === null) return address ?? 'Perimeter is running audits';
  const firstAccount = `There is no account yet: the first one is an administrator. Its setup token: ${setupToken}`;
  return `${address === null ? 'Perimeter is running audits' : `${address}/setup#token=${setupToken}`}\n${firstAccount}`;
}

/** Runs the service as this process: settings from the environment, one line when ready, an exit code at the end. */
export async function runProcess(engine: Engine, standIns: StandIns = {}): Promise<void> {
  if (process.stdout.isTTY)
    console.log('Perimeter is starting; the first start makes its database and pages, which takes up to a minute.');
  try {
    const service = await startService(readSettingsOrExit(), engine, standIns);
    stopOnSignals(service);
    console.log(readyText(service));
  } catch (error) {
    console.error(error instanceof StartError ? `Perimeter cannot start: ${error.message}` : error);
    process.exit(error instanceof StartError ? error.exitCode : 1);
  }
}
