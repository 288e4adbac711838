// npm run bench -- tls | audits | whole | hostile | mail | dns | http | ports | traps | start | calibration | all |
// service | pdf | pages | html: starts the lab for each round-trip time and prints the tables as Markdown; --write also
// updates docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { installLabPackages } from '@perimeter/lab/machine/install';
import { wantsHelp } from '@perimeter/lab/machine/command-line';
import { cacheFolder } from '@perimeter/lab/machine/paths';
import { observatoryScript } from './calibration/observatory.ts';
import { keepTables } from './keep-tables.ts';

const root = resolve(import.meta.dirname, '../..');
const suites = {
  tls: ['0', '50'],
  audits: ['0', '50'],
  whole: ['50'],
  hostile: ['0'],
  mail: ['0', '50'],
  dns: ['0', '50'],
  http: ['50'],
  ports: ['50'],
  traps: ['0'],
  start: ['0'],
  calibration: ['0'],
} as const;
type Suite = keyof typeof suites;
const isSuite = (name: string): name is Suite => Object.hasOwn(suites, name);

/** Runs a benchmark in a new lab; prints its tables, and updates the documentation if requested. */
function runInLab(suite: Suite, rttMs: string, rest: readonly string[], isKept: boolean): number {
  const script = join(root, 'bench/src', `${suite}.ts`);
  // With the heap settings of the service (`npm start`), to which the stated memory applies.
  const node = [process.execPath, '--max-semi-space-size=4'];
  // It uses its own domains and only needs the lab's network.
  const parts = suite === 'audits' ? ['--only', 'dns'] : [];
  const args = ['lab/src/main.ts', 'run', ...parts, '--rtt', rttMs, '--', ...node, script, rttMs, ...rest];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  console.log(stdout);
  if (isKept && status === 0) keepTables(join(root, 'docs/benchmarks.md'), `${suite} ${rttMs}`, stdout);
  return status ?? 1;
}

const usage = `Usage: npm run bench -- [${[...Object.keys(suites), 'all', 'service', 'pdf', 'pages', 'html'].join(' | ')}] [--write]
--write also updates docs/benchmarks.md.`;
const [wanted = 'all', ...given] = process.argv.slice(2);
if (wantsHelp([wanted])) {
  console.log(usage);
  process.exit(0);
}
const isKept = given.includes('--write');
const rest = given.filter((argument) => argument !== '--write');
/** Benchmarks that need only loopback. */
const onLoopback: Readonly<Record<string, string>> = {
  service: 'service/main.ts',
  pdf: 'pdf.ts',
  pages: 'pages/main.ts',
  html: 'html.ts',
};
const onlyLoopback = onLoopback[wanted];
if (onlyLoopback !== undefined) {
  const script = join(root, 'bench/src', onlyLoopback);
  process.exit(spawnSync(process.execPath, [script, ...given], { cwd: root, stdio: 'inherit' }).status ?? 1);
}
const chosen: readonly Suite[] =
  wanted === 'all'
    ? ['tls', 'audits', 'whole', 'hostile', 'mail', 'dns', 'http', 'ports', 'traps', 'start']
    : isSuite(wanted)
      ? [wanted]
      : [];
if (chosen.length === 0) {
  console.error(`There is no benchmark "${wanted}"\n${usage}`);
  process.exitCode = 2;
} else {
  installLabPackages({ peers: true });
  // Before the lab starts, because its namespaces cannot reach the npm registry.
  if (chosen.includes('http') || chosen.includes('calibration')) observatoryScript(cacheFolder);
  const codes = chosen.flatMap((suite) => suites[suite].map((rttMs) => runInLab(suite, rttMs, rest, isKept)));
  process.exitCode = Math.max(...codes);
}
