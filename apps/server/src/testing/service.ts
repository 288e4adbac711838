import { after } from 'node:test';
import type { Engine, Service, StandIns } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { readSettings, type ServerSettings } from '../settings/settings.ts';
import { preparedDirectory } from './database.ts';
import { noCeilings } from './no-ceilings.ts';

/** A minimal cost, because tests hash hundreds of passwords that need no protection. */
const cheap = { memory: 64, passes: 1, parallelism: 1 };

/** For a service that probably makes no documents: its renderer starts only when one is needed. */
export const lazily: StandIns = { startsAhead: false };

/** Settings for tests: a separate directory, any free port, no log, cheap password hashing. */
export function testSettings(dataDir: string, env: Readonly<Record<string, string>> = {}): ServerSettings {
  const read = readSettings({
    PERIMETER_DATA_DIR: dataDir,
    PORT: '0',
    PERIMETER_LOG_LEVEL: 'silent',
    PERIMETER_RATE_LIMITS: 'off',
    PERIMETER_ANONYMOUS_CREDITS: '100000',
    ...noCeilings,
    ...env,
  });
  if (!read.ok) throw new Error(read.problems.join('; '));
  return { ...read.settings, identity: { ...read.settings.identity, passwordCost: cheap } };
}

/** The whole service on a separate database for a test file; a renderer of the test is started as the service starts its own. */
export async function serviceForTests(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
  standIns: StandIns = {},
): Promise<Service> {
  const directory = await preparedDirectory(env['PERIMETER_SECRET'] === undefined);
  const ahead = standIns.renderer === undefined ? lazily : {};
  const service = await startService(testSettings(directory, env), engine, { ...ahead, ...standIns });
  after(service.stop);
  return service;
}
