import { after } from 'node:test';
import type { Engine, Service } from '../process/parts.ts';
import { startService } from '../process/service.ts';
import { readSettings, type ServerSettings } from '../settings/settings.ts';
import { preparedDirectory } from './database.ts';

/** Settings that a test may rely on: its own directory, any free port, nothing logged. */
export function testSettings(dataDir: string, env: Readonly<Record<string, string>> = {}): ServerSettings {
  const read = readSettings({
    PERIMETER_DATA_DIR: dataDir,
    PORT: '0',
    PERIMETER_LOG_LEVEL: 'silent',
    PERIMETER_RATE_LIMITS: 'off',
    PERIMETER_ANONYMOUS_CREDITS: '100000',
    ...env,
  });
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.settings;
}

/** The whole service on a database of its own for the length of a test file. */
export async function serviceForTests(engine: Engine, env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const service = await startService(testSettings(await preparedDirectory(), env), engine);
  after(service.stop);
  return service;
}
