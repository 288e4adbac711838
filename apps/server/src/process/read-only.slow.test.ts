import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { startEmbedded } from '../database/embedded/start.ts';
import { runToEnd } from '../testing/child.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const asRoot = process.getuid?.() === 0;
/** Root can write everywhere: run the service as another user. */
const uid = asRoot ? 65_534 : undefined;

/** Changes the owner of a directory and its contents to the service's user. */
function hand(directory: string): void {
  if (asRoot) execFileSync('chown', ['-R', String(uid), directory]);
}

/** A data directory of the service's user, with what is in it; root makes it removable again at the end. */
async function handed(
  t: TestContext,
  fill: (dataDir: string) => void,
  closed: { name?: string; mode: number },
): Promise<string> {
  const dataDir = path.join(await temporaryDirectory(), 'data');
  mkdirSync(dataDir);
  fill(dataDir);
  hand(dataDir);
  const place = path.join(dataDir, closed.name ?? '.');
  chmodSync(place, closed.mode);
  t.after(() => chmodSync(place, 0o755));
  return dataDir;
}

const nothing = (): void => undefined;
const withDatabase = (dataDir: string): void => mkdirSync(path.join(dataDir, 'postgres'));

test('an unwritable data directory is reported by name, with advice and without a stack trace', async (t) => {
  const dataDir = await handed(t, nothing, { mode: 0o555 });
  const { code, stderr } = await runToEnd({ PERIMETER_DATA_DIR: dataDir, PERIMETER_SECRET: '' }, uid);
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `Perimeter cannot start: The data directory ${dataDir} cannot be made: permission denied. Set PERIMETER_DATA_DIR to another directory\n`,
  );
});

test('the same if the directory was writable before, and for a secret that can be neither read nor created', async (t) => {
  const before = await handed(t, withDatabase, { name: 'postgres', mode: 0o555 });
  const unmade = await handed(t, withDatabase, { mode: 0o555 });
  const unreadable = await handed(t, (dataDir) => writeFileSync(path.join(dataDir, 'secret'), 'x'.repeat(40)), {
    name: 'secret',
    mode: 0,
  });
  const program = path.resolve(import.meta.dirname, '../testing/processes/main-that-is-refused.ts');
  const asked = ['database', before, 'secret', unmade, 'secret', unreadable];
  const ids = uid === undefined ? {} : { uid, gid: uid };
  const said = execFileSync(process.execPath, [program, ...asked], { ...ids, encoding: 'utf8' });
  const noSecret = (dataDir: string): string =>
    `Cannot read or create the secret in ${dataDir}/secret: permission denied. Make the directory writable, repair the file, or set PERIMETER_SECRET`;
  assert.deepEqual(said.trimEnd().split('\n'), [
    `The data directory ${before}/postgres is not writable: permission denied. Make it writable for the user of the service, or set PERIMETER_DATA_DIR to another directory`,
    noSecret(unmade),
    noSecret(unreadable),
  ]);
});

for (const [name, dataDir, reason] of [
  ['below /proc', '/proc/perimeter', 'its file system takes no directories'],
  ['below a file', import.meta.filename + '/x', 'part of the path is not a directory'],
] as const) {
  test(`a data directory ${name} ends the start at once`, { skip: process.platform !== 'linux' }, async () => {
    await assert.rejects(startEmbedded(dataDir), {
      name: 'StartError',
      exitCode: 1,
      message: `The data directory ${dataDir} cannot be made: ${reason}. Set PERIMETER_DATA_DIR to another directory`,
    });
  });
}

test('a full disk is reported as such', { skip: asRoot ? false : 'a small disk needs root' }, async (t) => {
  const dataDir = await temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0755', 'none', dataDir]);
  t.after(() => execFileSync('umount', [dataDir]));
  await assert.rejects(startEmbedded(dataDir), {
    name: 'StartError',
    exitCode: 1,
    message: /^Creating a database in \S+ failed: the disk is full\. Free space, or/u,
  });
});
