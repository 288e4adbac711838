// The test command: what tests need, the gate with the fast tests, then in lanes side by side the tests that want the lab,
// each lane in a lab of its own, and the slow ones; with --all also those for the night. Files that failed run once more, alone.
// On one's own machine, files are left out that nothing changed for since they passed. Closes with the total.
import { readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { installLabPackages } from '@perimeter/lab/machine/install';
import { labAvailable } from '@perimeter/lab/harness';
import { bundleTests, forgetBundle } from './tests/bundle.ts';
import { countTests } from './tests/counted.ts';
import { cpuSecondsOfChildren } from './tests/cpu.ts';
import { findTestFiles, isNightly } from './tests/files.ts';
import { inOrder } from './tests/order.ts';
import { firstLook, secondLook, type RunLane } from './tests/looks.ts';
import { mayLeaveOut, passLine, Passes, type Pass } from './tests/passed/passes.ts';
import { readResults, type Kind, type QueuedFile } from './tests/queue.ts';
import { mayShare } from './tests/sharing.ts';
import { onNode, runStep } from './tests/step.ts';
import { filesStep, summarize, type StepRow } from './tests/summary.ts';

/** These tests wait a lot: lanes in a lab and one slow lane always run, the others when the cores are idle. */
const lanes = { lab: 2, slow: 3 };
/** Far longer than all lanes take; a hanging file is ended much earlier. */
const laneLimitMs = 10_800_000;

/** A lane as a process; its name begins each of its lines. */
const runLane: RunLane = async (queue, kind, name, place) => {
  const lane = ['tools/tests/lane.ts', queue, kind, place];
  const inLab = ['lab/src/main.ts', 'run', '--', process.execPath, ...lane];
  const step = { ...onNode(name, ...(kind === 'lab' ? inLab : lane)), limitMs: laneLimitMs };
  const { ok, seconds } = await runStep(step, (line) => {
    console.log(`${name} | ${line}`);
    // The line of a file that has ended: what a run passed until it is interrupted is kept.
    if (/^[✔✖]/u.test(line)) for (const result of readResults(queue)) passes?.note(result);
  });
  console.log(`${name} | ended after ${seconds.toFixed(1)} s`);
  return ok;
};

const { values: options, positionals } = readCommandLine(
  'Usage: npm test [-- --again], or npm run test:all; --before NAME SECONDS USER-SECONDS SYSTEM-SECONDS adds a row to the table',
  {
    all: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    before: { type: 'boolean', default: false },
  },
  [0, 4],
);

/** A step of the caller, for the first row of the table: --before NAME SECONDS USER-SECONDS SYSTEM-SECONDS. */
function stepsBefore([step, seconds, user, system]: readonly string[]): StepRow[] {
  if (!options.before || step === undefined) return [];
  return [{ step, seconds: Number(seconds), cpuSeconds: Number(user) + Number(system) }];
}

const root = path.resolve(import.meta.dirname, '..');
const rows: StepRow[] = stepsBefore(positionals);
const passes = mayLeaveOut(options, process.env) ? Passes.open(root) : null;

/** Runs work and records its time for the table. */
async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const cpuBefore = cpuSecondsOfChildren();
  const result = await work();
  const cpuAfter = cpuSecondsOfChildren();
  const cpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  rows.push({ step, seconds: (performance.now() - startMs) / 1000, cpuSeconds });
  return result;
}

/** The files of this run, and the passes of those that it leaves out. */
function filesToRun(): { files: QueuedFile[]; before: Pass[] } {
  const { lab, slow } = findTestFiles(root);
  const available = labAvailable();
  if (!available.available) console.log(`\nSKIPPED: ${lab.length} test files that need the lab: ${available.reason}`);
  const sharing =
    (kind: Kind) =>
    (file: string): QueuedFile => ({
      file,
      kind,
      shares: mayShare(readFileSync(path.join(root, file), 'utf8')),
    });
  const queued = [
    ...(available.available ? inOrder(lab) : []).map(sharing('lab')),
    ...inOrder(slow).map(sharing('slow')),
  ];
  const today = queued.filter(({ file }) => options.all || !isNightly(file));
  if (today.length < queued.length) console.log(`\nLeft for npm run test:all: ${queued.length - today.length} files`);
  const names = today.map(({ file }) => file);
  const before = passes?.begin(names, options.again) ?? [];
  const left = new Set(before.map(({ file }) => file));
  return { files: today.filter(({ file }) => !left.has(file)), before };
}

// By night, random tests try values of their own (packages/protocols/src/testing/random.ts).
if (options.all) console.log(`PERIMETER_SEED=${(process.env['PERIMETER_SEED'] ??= String(randomInt(2 ** 31)))}`);

await timed('packages of the lab', async () => await installLabPackages());
console.log('\n# The gate and the fast tests');
const gateLines: string[] = [];
const { ok: gateOk } = await timed('gate', () =>
  runStep(onNode('gate', 'tools/ok.ts'), (line) => {
    console.log(line);
    gateLines.push(line);
  }),
);
const { files, before } = filesToRun();
console.log(`\n# Lab and slow tests (${files.length} files)`);
for (const pass of before) console.log(passLine(pass));
if (files.length > 0)
  await timed('bundle of the tests', () =>
    bundleTests(
      root,
      files.map(({ file }) => file),
    ),
  );
const first = await timed(filesStep, () => firstLook(files, lanes, runLane));
forgetBundle();
const failedFiles = first.filter(({ ok }) => !ok).length;
if (failedFiles > 0) console.log(`\n# Second look (${failedFiles} files failed)`);
const looks = await timed('second look', () => secondLook(files, first, runLane));
const { lines, passed } = summarize(rows, countTests(gateLines, gateOk), looks, before);
console.log(lines.join('\n'));
process.exitCode = passed ? 0 : 1;
