import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { runToEnd } from '../testing/child.ts';
import { temporaryDirectory } from '../testing/temporary.ts';

const asRoot = process.getuid?.() === 0;
/** Root can write everywhere: run the service as another user. */
const uid = asRoot ? 65_534 : undefined;

/** Changes the owner of a directory and its contents to the service's user. */
function hand(directory: string): void {
  if (asRoot) execFileSync('chown', ['-R', String(uid), directory]);
}

async function refusalWith(prepare: (dataDir: string) => void): Promise<{ code: number | null; stderr: string }> {
  const dataDir = path.join(await temporaryDirectory(), 'data');
  mkdirSync(dataDir);
  prepare(dataDir);
  const ended = await runToEnd({ PERIMETER_DATA_DIR: dataDir, PERIMETER_SECRET: '' }, uid);
  // Otherwise only root could remove it.
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir)) chmodSync(path.join(dataDir, name), 0o755);
  return { code: ended.code, stderr: ended.stderr.replaceAll(dataDir, 'DATA') };
}

test('an unwritable data directory is reported by name, with advice and without a stack trace', async () => {
  const { code, stderr } = await refusalWith((dataDir) => {
    hand(dataDir);
    chmodSync(dataDir, 0o555);
  });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'Perimeter cannot start: The data directory DATA cannot be made: permission denied. Set PERIMETER_DATA_DIR to another directory\n',
  );
});

test('the same if the directory was writable before', async () => {
  const { code, stderr } = await refusalWith((dataDir) => {
    mkdirSync(path.join(dataDir, 'postgres'));
    hand(dataDir);
    chmodSync(path.join(dataDir, 'postgres'), 0o555);
  });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'Perimeter cannot start: The data directory DATA/postgres is not writable: permission denied. Make it writable for the user of the service, or set PERIMETER_DATA_DIR to another directory\n',
  );
});

test('the same for a secret that can be neither read nor created', async () => {
  const { code, stderr } = await refusalWith((dataDir) => {
    mkdirSync(path.join(dataDir, 'postgres'));
    hand(dataDir);
    chmodSync(dataDir, 0o555);
  });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'Perimeter cannot start: Cannot read or create the secret in DATA/secret: permission denied. Make the directory writable, repair the file, or set PERIMETER_SECRET\n',
  );
  const unreadable = await refusalWith((dataDir) => {
    writeFileSync(path.join(dataDir, 'secret'), 'x'.repeat(40));
    hand(dataDir);
    chmodSync(path.join(dataDir, 'secret'), 0);
  });
  assert.match(unreadable.stderr, /Cannot read or create the secret in DATA\/secret: permission denied/u);
});

for (const [name, dataDir, reason] of [
  ['below /proc', '/proc/perimeter', 'its file system takes no directories'],
  ['below a file', import.meta.filename + '/x', 'part of the path is not a directory'],
] as const) {
  test(`a data directory ${name} ends the start at once`, { skip: process.platform !== 'linux' }, async () => {
    const { code, stderr } = await runToEnd({ PERIMETER_DATA_DIR: dataDir });
    assert.equal(code, 1);
    const why = `The data directory ${dataDir} cannot be made: ${reason}. Set PERIMETER_DATA_DIR to another directory`;
    assert.equal(stderr, `Perimeter cannot start: ${why}\n`);
  });
}

test('a full disk is reported as such', { skip: asRoot ? false : 'a small disk needs root' }, async (t) => {
  const dataDir = await temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0755', 'none', dataDir]);
  t.after(() => execFileSync('umount', [dataDir]));
  const { code, stderr } = await runToEnd({ PERIMETER_DATA_DIR: dataDir });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^Perimeter cannot start: Creating a database in \S+ failed: the disk is full\. Free space, or/u,
  );
});
