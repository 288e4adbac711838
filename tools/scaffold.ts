// npm run new:check <module> <topic> <check-id> [subject] · new:probe <name> · new:codec <name> Makes new files from
// exemplars and registers them. They run unchanged; the linter rejects their TODO.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { wantsHelp } from '@perimeter/lab/machine/command-line';
import { scaffoldCheck } from './scaffold/check.ts';
import { Checkout } from './scaffold/checkout.ts';
import { scaffoldCodec } from './scaffold/codec.ts';
import { ScaffoldError } from './scaffold/names.ts';
import { scaffoldProbe } from './scaffold/probe.ts';
import { moduleNames, subjectsOf } from './scaffold/subjects.ts';

const modules = 'packages/engine/src/modules';
const registryTest = `${modules}/registry.test.ts`;
const reproduce = 'packages/engine/src/runner/reproduce';
const claimsTest = `${reproduce}/claims.test.ts`;
const root = path.resolve(import.meta.dirname, '..');

/** The lab tests of the checks of a category. */
const labTests: Readonly<Record<string, string>> = {
  dns_email: 'dns-email',
  tls: 'tls',
  http_security: 'http',
  network: 'network',
};

/** The files that name lab hosts of the checks of a module, the commands of its findings, and the test that audits these hosts. */
function labFilesOf(module: string): { hosts: string; claims: string; test: string } {
  const table = `${module.replaceAll('_', '-')}.data.ts`;
  const declared = readFileSync(path.join(root, modules, module, 'module.ts'), 'utf8');
  const category = /category: '(\w+)'/u.exec(declared)?.[1] ?? '';
  return {
    hosts: `lab/src/hosts/coverage/${table}`,
    claims: `${reproduce}/claims/${table}`,
    test: `packages/engine/src/runner/coverage/${labTests[category]}.lab.test.ts`,
  };
}

const kinds = new Map([
  ['check', scaffoldCheck],
  ['probe', scaffoldProbe],
  ['codec', scaffoldCodec],
]);

/** Scaffolds into a checkout; returns the files written. Throws ScaffoldError without writing anything if it cannot. */
export function scaffold(root: string, [kind = '', ...args]: readonly string[]): string[] {
  const of = kinds.get(kind);
  if (of === undefined) throw new ScaffoldError(`Scaffolds one of ${[...kinds.keys()].join(', ')}; "${kind}" is not`);
  const checkout = new Checkout(root);
  of(checkout, args);
  return checkout.write();
}

const usages = new Map([
  ['check', '<module> <topic> <check-id> [subject]'],
  ['probe', '<name>'],
  ['codec', '<name>'],
]);

/** The usage of a command; of checks, each module with the subjects that its checks are about. */
export function helpOf(root: string, kind: string): string {
  const usage = `Usage: npm run new:${kind} -- ${usages.get(kind)}`;
  if (kind !== 'check') return usage;
  const checkout = new Checkout(root);
  const subjects = moduleNames(checkout, modules).flatMap((module) => {
    const all = subjectsOf(checkout, modules, module).map(({ subject }) => subject);
    return all.length === 0 ? [] : [`  ${module}: ${all.join(', ')}`];
  });
  return [usage, 'Modules and their subjects, which CONTRIBUTING.md describes:', ...subjects].join('\n');
}

/** The remaining steps: what to write, and the tests that apply. */
export function nextSteps(kind: string, files: readonly string[]): string[] {
  const test = 'npm run generate && npm exec -- node --test';
  if (kind !== 'check') {
    const own = files.filter((file) => file.endsWith('.test.ts')).join(' ');
    const todo = files
      .filter((file) => !file.endsWith('/evidence.ts') && /(?:probe|schema|section|([a-z0-9-]+)\/\1)\.ts$/u.test(file))
      .join(', ');
    return [`A made-up ${kind} runs now: write yours into ${todo} and ${own}`, `Then: ${test} ${own}`];
  }
  const [source = '', rows = '', prose = ''] = files;
  const lab = labFilesOf(source.slice(modules.length + 1).split('/')[0] ?? '');
  const tests = [rows, rows.replace(/(?<=modules\/[a-z_]+\/).*$/u, 'module.test.ts'), registryTest];
  return [
    `Question, rows and prose are still those of the exemplar: write yours into ${source}, ${rows} and ${prose}`,
    `Then, in the lab: a host that fails it and one that passes, in ${lab.hosts}; for a command that its finding prints, a row in ${lab.claims}. To try a host: npm run lab -- npm run perimeter -- audit HOST; to test all rows: npm run lab -- node --test ${lab.test}`,
    `Then: ${test} ${[...tests, claimsTest].join(' ')}`,
    'Then: npm run golden, npm run generate',
  ];
}

function format(root: string, files: readonly string[]): void {
  const formatter = path.join(root, 'node_modules/oxfmt/bin/oxfmt');
  const sources = files.filter((file) => file.endsWith('.ts'));
  if (existsSync(formatter)) spawnSync(process.execPath, [formatter, '--write', ...sources], { cwd: root });
}

function main(): number {
  const [, , kind = '', ...args] = process.argv;
  try {
    if (usages.has(kind) && wantsHelp(args)) {
      console.log(helpOf(root, kind));
      return 0;
    }
    const files = scaffold(root, [kind, ...args]);
    format(root, files);
    for (const file of files) console.log(file);
    for (const line of nextSteps(kind, files)) console.log(line);
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    if (usages.has(kind)) console.error(`Usage: npm run new:${kind} -- ${usages.get(kind)}`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = main();
