import type { Migration } from 'kysely/migration';
import { up as audits } from './0001-audits.ts';

/** Every migration by name, in the order of the names; forward only, and none is changed once released. */
export const migrations: Record<string, Migration> = {
  '0001-audits': { up: audits },
};
