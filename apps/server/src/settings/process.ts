import { isIP } from 'node:net';
import path from 'node:path';
import type { Environment, Read } from './environment.ts';
import { readOneOf } from './choices.ts';

/** The role of a process: answer requests, run audits, or both. */
export const roles = ['all', 'api', 'worker'] as const;

/** One of the roles. */
export type Role = (typeof roles)[number];

/** An embedded PostgreSQL in a directory, or an external one by its URL. */
export type DatabaseSettings = { kind: 'embedded'; dataDir: string } | { kind: 'url'; url: string };

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

/** Reads HOST. */
export function readHost(env: Environment): Read<string> {
  const host = env['HOST'] || '127.0.0.1';
  return isIP(host) !== 0 || host === 'localhost'
    ? { ok: true, value: host }
    : { ok: false, problem: 'HOST must be an IP address or localhost' };
}

/** Reads DATABASE_URL and PERIMETER_DATA_DIR. */
export function readDatabase(env: Environment): Read<DatabaseSettings> {
  const url = env['DATABASE_URL'] ?? '';
  if (url === '') {
    return {
      ok: true,
      value: { kind: 'embedded', dataDir: path.resolve(repositoryRoot, env['PERIMETER_DATA_DIR'] || '.data') },
    };
  }
  // The URL may contain a password, so it is never quoted.
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
    ? { ok: true, value: { kind: 'url', url } }
    : { ok: false, problem: 'DATABASE_URL is not a URL such as postgres://user@host:5432/database' };
}

/** Reads PERIMETER_ROLE. */
export function readRole(env: Environment): Read<Role> {
  const role = readOneOf(env, 'PERIMETER_ROLE', roles, 'all');
  return role.ok && role.value !== 'all' && (env['DATABASE_URL'] ?? '') === ''
    ? {
        ok: false,
        problem: 'PERIMETER_ROLE other than all needs DATABASE_URL: the embedded database serves only one process',
      }
    : role;
}
