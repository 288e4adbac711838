import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What npm has installed, which can differ from what the lock file asks for. */
const installed = 'node_modules/.package-lock.json';

/** Settings that tests and what they start read. */
const isSetting = (name: string): boolean =>
  /^(?:PERIMETER|NODE|PG|OPENSSL|SSL|LC_)|^(?:PATH|LANG|TZ|TMPDIR)$/u.test(name);
/** What a run sets for its own processes differs from run to run. */
const ofRun = new Set(['PERIMETER_MEASURED', 'PERIMETER_TEST_BUNDLE', 'PERIMETER_TEST_SERVICE', 'NODE_COMPILE_CACHE']);

/** Versions of all Debian packages: the lab's daemons, the tools of tests, and the libraries of both. */
function debianPackages(): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Architecture} ${Version}\n'], {
    encoding: 'utf8',
  });
  return stdout ?? '';
}

/**
 * What tests can read of a machine, as a text: Node, installed packages, the user and settings. The kernel is left out: tests use
 * the system calls that it promises to keep, and with each update of it all passes would be forgotten.
 */
export function machineState(root: string): string {
  const file = path.join(root, installed);
  return JSON.stringify([
    [process.version, process.platform, process.arch, process.getuid?.()],
    existsSync(file) ? readFileSync(file, 'utf8') : null,
    debianPackages(),
    Object.entries(process.env)
      .filter(([name]) => isSetting(name) && !ofRun.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
