import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import type { EngineSettings } from '@perimeter/engine/settings/settings';
import { UsageError } from './argument-values.ts';
import type { Environment } from './context.ts';

/** The engine's settings from the environment; throws UsageError with every problem. */
export function settingsFrom(env: Environment): EngineSettings {
  const read = readEngineSettings(env);
  if (!read.ok) throw new UsageError(`Invalid settings:\n  ${read.problems.join('\n  ')}`);
  return read.settings;
}
