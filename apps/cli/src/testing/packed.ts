import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

/** The root of the checkout. */
export const repository = path.resolve(import.meta.dirname, '../../../..');

/** The pinned Node.js first, as a current runner has it. */
export const searchPath = `${path.dirname(process.execPath)}:${process.env['PATH']}`;

/** Packs the command line into a folder that exists until the file's tests have ended. */
export function packed(): { folder: string; tarball: string; sha256: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-packed-'));
  after(() => rmSync(folder, { recursive: true }));
  const args = [path.join(repository, 'tools/pack-cli.ts'), folder];
  const options = { cwd: repository, encoding: 'utf8', env: { ...process.env, PATH: searchPath } } as const;
  const tarball = execFileSync(process.execPath, args, options).trim();
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
