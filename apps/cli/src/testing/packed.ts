import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** The root of the checkout. */
export const repository = path.resolve(import.meta.dirname, '../../../..');

/** The pinned Node.js first, as a current runner has it. */
export const searchPath = `${path.dirname(process.execPath)}:${process.env['PATH']}`;

/** What the package is made of. */
const ingredients = ['{packages,apps/cli}/**/*', 'package-lock.json', 'tools/pack-cli.ts', 'LICENSE', 'NOTICE'];

/** Longest wait for another process that packs, in milliseconds. */
const longestPackMs = 120_000;

/** Another name as soon as a file of the package, or the Node.js whose roots it carries, has changed. */
function packageName(): string {
  const files = globSync(ingredients, { cwd: repository, exclude: (name) => name === 'node_modules' }).toSorted();
  const states = files.map((file) => {
    const { size, mtimeMs } = statSync(path.join(repository, file));
    return `${file} ${size} ${mtimeMs}`;
  });
  return createHash('sha256')
    .update([process.version, ...states].join('\n'))
    .digest('hex');
}

/** Packs the command line unless a process before this one has packed the same; returns the tarball. */
function packOnce(): string {
  const shelf = path.join(repository, 'dist/packed');
  const folder = path.join(shelf, packageName());
  mkdirSync(shelf, { recursive: true });
  const making = `${folder}-in-work`;
  const isMine = ((): boolean => {
    try {
      mkdirSync(making);
      return true;
    } catch {
      return false;
    }
  })();
  const end = Date.now() + longestPackMs;
  const isAwaited = (): boolean => !existsSync(folder) && existsSync(making) && Date.now() < end;
  if (!isMine) while (isAwaited()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  if (!existsSync(folder)) {
    for (const old of readdirSync(shelf))
      if (!making.endsWith(old)) rmSync(path.join(shelf, old), { recursive: true, force: true });
    mkdirSync(making, { recursive: true });
    const own = mkdtempSync(`${making}/`);
    const options = { cwd: repository, encoding: 'utf8', env: { ...process.env, PATH: searchPath } } as const;
    execFileSync(process.execPath, [path.join(repository, 'tools/pack-cli.ts'), own], options);
    renameSync(own, folder);
  }
  if (isMine) rmSync(making, { recursive: true, force: true });
  return path.join(folder, readdirSync(folder)[0] ?? '');
}

/** The packed command line in a folder that exists until the file's tests have ended. */
export function packed(): { folder: string; tarball: string; sha256: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-packed-'));
  after(() => rmSync(folder, { recursive: true }));
  const made = packOnce();
  const tarball = path.join(folder, path.basename(made));
  copyFileSync(made, tarball);
  return { folder, tarball, sha256: createHash('sha256').update(readFileSync(tarball)).digest('hex') };
}

/** An installed older Node.js that can run the package but not the sources; null without one. */
export function olderNode(): string | null {
  const found = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
    if (!existsSync(node)) return false;
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1);
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return major * 100 + minor >= 2009 && major * 100 + minor < 2215;
  });
  return found ?? null;
}
