// Unpacks the command line: a tarball without dependencies, which is only used if it has the stated SHA-256.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { output, step, variable } from './runner.mjs';

/** Largest tarball that is downloaded; the package has about 1 MB. */
const mostBytes = 25 * 1024 * 1024;
const downloadMs = 120_000;

/** Where the tarball is: as named, or in the release of the action's repository. */
function source() {
  const [named, version, repository] = ['INPUT_PACKAGE', 'INPUT_VERSION', 'ACTION_REPOSITORY'].map(variable);
  if (named !== '') return named;
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?$/u.test(version))
    throw new Error('Name a release (version: 0.1.0) or a tarball (package: FILE or https address)');
  if (repository === '') throw new Error('A local action has no releases: name a tarball (package: FILE)');
  return `${variable('GITHUB_SERVER_URL')}/${repository}/releases/download/v${version}/perimeter-${version}.tgz`;
}

async function download(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadMs) });
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}`);
  const parts = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > mostBytes) throw new Error(`${url} has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function tarball(from) {
  if (/^https?:/iu.test(from)) {
    const isOwn = from.startsWith(`${variable('GITHUB_SERVER_URL')}/`);
    if (!isOwn && !/^https:/iu.test(from)) throw new Error('package is an http address: use https');
    return download(from);
  }
  if (!existsSync(from)) throw new Error(`package: there is no file ${from}`);
  return readFileSync(from);
}

await step(async () => {
  const expected = variable('INPUT_SHA256').trim().toLowerCase();
  if (!/^[0-9a-f]{64}$/u.test(expected)) throw new Error('sha256 must have 64 hexadecimal digits');
  const from = source();
  const bytes = await tarball(from);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new Error(`${from} has the SHA-256 ${found}, and ${expected} is expected`);
  const folder = mkdtempSync(path.join(variable('RUNNER_TEMP'), 'perimeter-'));
  writeFileSync(path.join(folder, 'package.tgz'), bytes);
  execFileSync('tar', ['-xzf', 'package.tgz'], { cwd: folder, stdio: 'inherit' });
  output({ program: path.join(folder, 'package/bin/perimeter.js') });
});
