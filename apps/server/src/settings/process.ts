import { isIP } from 'node:net';
import path from 'node:path';
import type { Environment, Read } from './environment.ts';
import { readWord, textOf, type WordOf } from './choices.ts';

/** What this process does: answer requests, run audits, or both. */
export type Role = WordOf<'PERIMETER_ROLE'>;

/** An embedded PostgreSQL in a directory, or an external one by its URL. */
export type DatabaseSettings = { kind: 'embedded'; dataDir: string } | { kind: 'url'; url: string };

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

/** Reads HOST. */
export function readHost(env: Environment): Read<string> {
  const host = textOf(env, 'HOST');
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
      value: { kind: 'embedded', dataDir: path.resolve(repositoryRoot, textOf(env, 'PERIMETER_DATA_DIR')) },
    };
  }
  // The URL may contain a password, so it is never quoted.
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
    ? { ok: true, value: { kind: 'url', url } }
    : { ok: false, problem: 'DATABASE_URL is not a URL such as postgres://user@host:5432/database' };
}

/** Reads PERIMETER_ROLE. */
export function readRole(env: Environment): Read<Role> {
  const role = readWord(env, 'PERIMETER_ROLE');
  return role.ok && role.value !== 'all' && (env['DATABASE_URL'] ?? '') === ''
    ? {
        ok: false,
        problem: 'PERIMETER_ROLE other than all needs DATABASE_URL: the embedded database serves only one process',
      }
    : role;
}
