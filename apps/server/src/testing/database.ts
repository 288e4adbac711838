import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../database/embedded/binaries.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { openSigner } from '../signing/signing-keys.ts';
import { temporaryDirectory } from './temporary.ts';

const run = promisify(execFile);
/** The secret of services whose keys are prepared. */
export const preparedSecret = 'a secret of tests, long enough to be one';

const migrations = path.resolve(import.meta.dirname, '../migrations');

/** The current user, also when root only in a user namespace, where files belong to another user outside. */
async function userHere(): Promise<string> {
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(() => '');
  const [, outside = '0'] = map.trim().split(/\s+/);
  return `${process.getuid?.() ?? 0}-${outside}`;
}

/** The schema and the PostgreSQL version, which a process reads once. */
async function readVersions(): Promise<string> {
  const hash = createHash('sha256').update((await findBinaries()).major);
  const names = (await readdir(migrations, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted();
  for (const name of names) hash.update(await readFile(path.join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}
let versions: Promise<string> | null = null;

/** One template per schema, PostgreSQL version and user, and one of each with signing keys. */
async function templateDirectory(withKeys: boolean): Promise<string> {
  const kind = withKeys ? 'template-with-keys' : 'template';
  const name = `perimeter-${kind}-${await userHere()}-${await (versions ??= readVersions())}`;
  return path.join(os.tmpdir(), name);
}

// Built in a temporary directory and renamed when complete, so that concurrent processes get one winner. Readable for
// others, because PostgreSQL runs as another user if we are root.
async function makeTemplate(template: string, withKeys: boolean): Promise<void> {
  const fresh = await mkdtemp(`${template}.`);
  try {
    await chmod(fresh, 0o755);
    const { db, close } = await openDatabase({ kind: 'embedded', dataDir: fresh }, () => undefined);
    if (withKeys) {
      await openSigner(db, [Buffer.from(preparedSecret)]);
      await writeFile(path.join(fresh, 'secret'), preparedSecret);
    }
    await close();
    await rename(fresh, template).catch((error: unknown) => {
      if (!existsSync(template)) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * A new data directory with an up-to-date embedded database, copied from a template: ten times as fast as creating one.
 * With keys it has the secret and the signing keys of a service too, whose making takes a second of processor time.
 */
export async function preparedDirectory(withKeys = false): Promise<string> {
  const template = await templateDirectory(withKeys);
  if (!existsSync(template)) await makeTemplate(template, withKeys);
  const directory = await temporaryDirectory();
  const parts = ['postgres', ...(withKeys ? ['secret'] : [])].map((name) => path.join(template, name));
  await run('cp', ['-a', ...parts, directory]);
  return directory;
}

/** A separate database with an up-to-date schema. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase({ kind: 'embedded', dataDir: await preparedDirectory() }, () => undefined);
}
