import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { evidencePath } from '@perimeter/engine/runner/golden';

const repository = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-packed-'));
after(() => rmSync(folder, { recursive: true }));
const installed = path.join(folder, 'node_modules');
let tarball = '';

const run = (command: string, args: readonly string[], cwd = folder) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: folder },
  });

before(() => {
  const packed = run(process.execPath, ['tools/pack-cli.ts', folder], repository);
  tarball = packed.stdout.trim();
  assert.equal(packed.status, 0, packed.stderr);
  const install = run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
  assert.equal(install.status, 0, install.stderr);
});

test('the tarball needs no other package, no database and no browser, and has the licences of what is in it', () => {
  assert.ok(statSync(tarball).size < 5 * 1024 * 1024);
  const lock: { packages: object } = JSON.parse(readFileSync(path.join(installed, '.package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.packages), ['node_modules/perimeter']);
  const notices = readFileSync(path.join(installed, 'perimeter/THIRD-PARTY.txt'), 'utf8');
  for (const name of ['zod', 'parse5', 'tldts', 'tr46', 'ae-cvss-calculator'])
    assert.match(notices, new RegExp(`^${name} \\d`, 'mu'));
});

test('the installed command runs, and judges as the sources do', () => {
  const perimeter = (...args: string[]) =>
    run(process.execPath, [path.join(installed, 'perimeter/bin/perimeter.js'), ...args]);
  assert.match(perimeter('--version').stdout, /^perimeter \d+\.\d+\.\d+\n$/u);
  assert.match(perimeter('checks').stdout, /\d+ checks\n$/u);
  const judged = perimeter('audit', '--from', evidencePath('bad.lab'), '-f', 'json', '-f', 'html=report.html');
  assert.equal(judged.status, 1, judged.stderr);
  assert.equal(JSON.parse(judged.stdout).domain, 'bad.lab');
  const here = run(process.execPath, [
    path.join(repository, 'apps/cli/src/main.ts'),
    'audit',
    '--from',
    evidencePath('bad.lab'),
    '-f',
    'csv',
  ]);
  const packed = perimeter('audit', '--from', evidencePath('bad.lab'), '-f', 'csv');
  assert.equal(packed.stdout, here.stdout, 'it judges as the sources do');
  assert.equal(perimeter('audit').status, 2);
  assert.equal(perimeter('usage', '--server', 'http://127.0.0.1:1', '--timeout', '1s').status, 7);
});

const versionOf = (node: string): number[] => run(node, ['--version']).stdout.slice(1).split('.').map(Number);
const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const [major = 0, minor = 0] = existsSync(node) ? versionOf(node) : [];
  return major >= 18 && (major < 22 || (major === 22 && minor < 15));
});
const skip = older === undefined ? 'this machine has no Node.js older than 22.15 in /usr' : false;

test('an older Node.js says what it lacks', { skip }, () => {
  const { status, stderr } = run(older ?? '', [path.join(installed, 'perimeter/bin/perimeter.js'), '--version']);
  assert.equal(status, 2);
  assert.match(stderr, /^perimeter: Node\.js 22\.15 or later is required, and this is \d+\.\d+\.\d+\n$/u);
});
