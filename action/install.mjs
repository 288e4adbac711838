// Unpacks the command line: a tarball without dependencies, which is only used if it has the stated SHA-256.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { output, step, variable } from './runner.mjs';

/** Largest tarball that is downloaded; the package has about 1 MB. */
const mostBytes = 25 * 1024 * 1024;
const downloadMs = 120_000;

/** The package needs Node.js 22.15 (bin/perimeter.js in it). */
const fits = ([major = 0, minor = 0]) => major > 22 || (major === 22 && minor >= 15);
const numbers = (version) => version.split('.').map(Number);

/** The Node.js of the path, or the newest that the runner keeps for actions/setup-node. */
function findNode() {
  if (fits(numbers(process.versions.node))) return process.execPath;
  const folder = path.join(variable('RUNNER_TOOL_CACHE'), 'node');
  const kept = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/u.test(name)) : [];
  const found = kept
    .filter((version) => fits(numbers(version)))
    .toSorted((a, b) => numbers(b)[0] - numbers(a)[0] || numbers(b)[1] - numbers(a)[1])
    .flatMap((version) => ['x64', 'arm64'].map((arch) => path.join(folder, version, arch, 'bin/node')))
    .find((file) => existsSync(file) && file.includes(`/${process.arch}/`));
  if (found === undefined)
    throw new Error(`Node.js 22.15 or later is required, and this is ${process.versions.node}: set one up before`);
  return found;
}

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
  const node = findNode();
  const from = source();
  const bytes = await tarball(from);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new Error(`${from} has the SHA-256 ${found}, and ${expected} is expected`);
  const folder = mkdtempSync(path.join(variable('RUNNER_TEMP'), 'perimeter-'));
  writeFileSync(path.join(folder, 'package.tgz'), bytes);
  execFileSync('tar', ['-xzf', 'package.tgz'], { cwd: folder, stdio: 'inherit' });
  output({ node, program: path.join(folder, 'package/bin/perimeter.js') });
});
