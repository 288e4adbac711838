import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { temporaryDirectory } from '../../testing/temporary.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const migrationsOf = (commit: string): string[] =>
  git('ls-tree', '--name-only', commit, 'apps/server/src/migrations/')
    .split('\n')
    .filter((file) => /\/\d{4}-[^/]+(?<!\.test)\.ts$/.test(file));

/**
 * The latest commit of the main line that has some, but not all, of today's migrations; null without the history, as in
 * an archive or a shallow clone. Merged branches are ignored, because their order of migrations was never released.
 */
export function commitBeforeMigration(): string | null {
  try {
    const today = migrationsOf('HEAD');
    const commits = git('log', '--first-parent', '--format=%H', '--', 'apps/server/src/migrations/').split('\n');
    for (const commit of commits) {
      const before = migrationsOf(`${commit}~1`);
      if (before.length < today.length && before.every((file, index) => file === today[index]))
        return git('rev-parse', '--verify', `${commit}~1`);
    }
    return null;
  } catch {
    return null;
  }
}

/** Checks a commit out into a temporary directory, with today's installed packages; returns its test entry point. */
export async function checkOut(commit: string): Promise<string> {
  const directory = await temporaryDirectory();
  const archive = path.join(directory, 'sources.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', directory]);
  const modules = path.join(directory, 'node_modules');
  mkdirSync(path.join(modules, '@perimeter'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== '@perimeter') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  for (const room of ['contract', 'protocols', 'engine', 'report'])
    symlinkSync(path.join(directory, 'packages', room), path.join(modules, '@perimeter', room));
  for (const app of ['dashboard', 'server'])
    symlinkSync(path.join(directory, 'apps', app), path.join(modules, '@perimeter', app));
  symlinkSync(path.join(directory, 'lab'), path.join(modules, '@perimeter/lab'));
  return path.join(directory, 'apps/server/src/testing/main.ts');
}

async function run(config: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  await client.query(statement).finally(async () => client.end());
}

/** Creates an empty database beside one that has today's schema; returns its URL. */
export async function emptyDatabase(beside: { host: string; user: string; database: string }): Promise<string> {
  await run(beside, 'create database empty template template0');
  return `postgres://${beside.user}@${encodeURIComponent(beside.host)}/empty`;
}

/** Records a migration that this version does not know, as a later version would. */
export const pretendLaterMigration = async (url: string): Promise<void> =>
  run(
    { connectionString: url },
    `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`,
  );
