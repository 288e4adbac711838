import { parseArgs } from 'node:util';
import type { Environment } from '../settings/environment.ts';

export const usage = 'Usage: npm run serve -- [--role all|api|worker]';

/** The environment overridden by the command line; null for unknown arguments. */
export function withArguments(args: readonly string[], env: Environment): Environment | null {
  try {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string' } }, strict: true });
    return values.role === undefined ? env : { ...env, PERIMETER_ROLE: values.role };
  } catch {
    return null;
  }
}
