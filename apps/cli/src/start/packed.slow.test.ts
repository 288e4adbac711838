import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { evidencePath } from '@perimeter/engine/runner/golden';
import { olderNode, packed, repository } from '../testing/packed.ts';

const { folder, tarball } = packed();
const installed = path.join(folder, 'node_modules');
const program = path.join(installed, 'perimeter/bin/perimeter.js');

const run = (command: string, args: readonly string[], cwd = folder) =>
  spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: folder },
  });

before(() => {
  const install = run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, tarball]);
  assert.equal(install.status, 0, install.stderr);
});

test('the tarball needs no other package, no database and no browser, and contains the licences of its content', () => {
  assert.ok(statSync(tarball).size < 5 * 1024 * 1024);
  const lock: { packages: object } = JSON.parse(readFileSync(path.join(installed, '.package-lock.json'), 'utf8'));
  assert.deepEqual(Object.keys(lock.packages), ['node_modules/perimeter']);
  const notices = readFileSync(path.join(installed, 'perimeter/THIRD-PARTY.txt'), 'utf8');
  for (const name of ['zod', 'parse5', 'tldts', 'tr46', 'ae-cvss-calculator'])
    assert.match(notices, new RegExp(`^${name} \\d`, 'mu'));
});

const judging = ['audit', '--from', evidencePath('bad.lab'), '-f', 'csv', '--progress', 'none'];
/** The verdicts of the package under a Node.js, in CSV, JSON and HTML. */
const judgedBy = (node: string) => run(node, [program, ...judging, '-f', 'json=report.json', '-f', 'html=report.html']);
let judged: ReturnType<typeof judgedBy>;

test('the installed command runs, and gives the same verdicts as the sources', () => {
  const perimeter = (...args: string[]) => run(process.execPath, [program, ...args]);
  assert.match(perimeter('--version').stdout, /^perimeter \d+\.\d+\.\d+\n$/u);
  judged = judgedBy(process.execPath);
  assert.equal(judged.status, 1, judged.stderr);
  assert.equal(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')).domain, 'bad.lab');
  const here = run(process.execPath, [path.join(repository, 'apps/cli/src/main.ts'), ...judging]);
  assert.equal(judged.stdout, here.stdout, 'it judges as the sources do');
  assert.equal(perimeter('usage', '--server', 'http://127.0.0.1:1', '--timeout', '1s').status, 7);
});

test('help and argument parsing load neither the checks nor their texts', () => {
  const dist = path.join(installed, 'perimeter/dist');
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(path.join(dist, file), 'utf8');
    for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/gu)) load(next);
  };
  load(readdirSync(dist).find((file) => file.startsWith('program-')) ?? '');
  const octets = [...loaded].reduce((sum, file) => sum + statSync(path.join(dist, file)).size, 0);
  assert.ok(octets < 600_000, `${octets} octets: ${[...loaded].join(' ')}`);
});

test('a Node.js that is too old is named with what it lacks', () => {
  const older = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.8.1'}})";
  const { status, stderr } = run(process.execPath, ['--import', older, program, '--version']);
  assert.equal(status, 2);
  assert.equal(stderr, 'perimeter: Node.js 20.9 or later is required, and this is 20.8.1\n');
});

const older = olderNode();
const skip = older === null ? 'this machine has no Node.js from 20.9 to 22.14 in /usr' : false;

test('an older Node.js gives the same verdicts', { skip }, () => {
  const then = judgedBy(older ?? '');
  assert.deepEqual([then.status, then.stdout, then.stderr], [judged.status, judged.stdout, judged.stderr]);
});

test('the package has the roots of the pinned Node.js, also under a Node.js that lacks some', { skip }, () => {
  const carried = readFileSync(path.join(installed, 'perimeter/roots.pem'), 'utf8');
  assert.equal(carried, `${rootCertificates.join('\n')}\n`);
  const known = new Set(JSON.parse(run(older ?? '', ['-p', 'JSON.stringify(tls.rootCertificates)']).stdout));
  const lacking = rootCertificates.find((pem) => !known.has(pem));
  assert.ok(lacking !== undefined, 'this Node.js lacks none');
  writeFileSync(path.join(folder, 'root.pem'), lacking);
  const args = [program, 'certificates', 'root.pem', '--purpose', 'any', '--at', '2026-11-21T12:00:00Z', '--json'];
  const [now, then] = [process.execPath, older ?? ''].map((node) => run(node, args).stdout);
  assert.equal(then, now);
  assert.doesNotMatch(now ?? '', /untrusted/u);
});
