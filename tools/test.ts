// The test command: installs what tests need, runs the gate with the fast tests, then the lab and slow tests in
// concurrent lanes, each lab lane in its own lab. Failed files run once more, alone. Ends with the totals.
import path from 'node:path';
import { installLabPackages } from '@perimeter/lab/machine/install';
import { labAvailable } from '@perimeter/lab/harness';
import { countTests } from './tests/counted.ts';
import { cpuSecondsOfChildren } from './tests/cpu.ts';
import { findTestFiles } from './tests/files.ts';
import { inOrder } from './tests/order.ts';
import { firstLook, secondLook, type RunLane } from './tests/looks.ts';
import type { QueuedFile } from './tests/queue.ts';
import { onNode, runStep } from './tests/step.ts';
import { filesStep, summarize, type StepRow } from './tests/summary.ts';

/** These tests wait a lot: one lane of each kind always runs, the others when the cores are idle. */
const lanes = { lab: 2, slow: 3 };
/** Far longer than all lanes take; a hanging file is ended much earlier. */
const laneLimitMs = 10_800_000;

/** A lane as a process; its name begins each of its lines. */
const runLane: RunLane = async (queue, kind, name, place) => {
  const lane = ['tools/tests/lane.ts', queue, kind, place];
  const inLab = ['lab/src/main.ts', 'run', '--', process.execPath, ...lane];
  const step = { ...onNode(name, ...(kind === 'lab' ? inLab : lane)), limitMs: laneLimitMs };
  const { ok, seconds } = await runStep(step, (line) => console.log(`${name} | ${line}`));
  console.log(`${name} | ended after ${seconds.toFixed(1)} s`);
  return ok;
};

/** The caller's earlier steps for the first rows of the table: --before NAME SECONDS USER-SECONDS SYSTEM-SECONDS. */
function stepsBefore([option, step, seconds, user, system]: readonly string[]): StepRow[] {
  if (option !== '--before' || step === undefined) return [];
  return [{ step, seconds: Number(seconds), cpuSeconds: Number(user) + Number(system) }];
}

const rows: StepRow[] = stepsBefore(process.argv.slice(2));

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

function filesToRun(): QueuedFile[] {
  const { lab, slow } = findTestFiles(path.resolve(import.meta.dirname, '..'));
  const available = labAvailable();
  if (!available.available) console.log(`\nSKIPPED: ${lab.length} test files that need the lab: ${available.reason}`);
  return [
    ...(available.available ? inOrder(lab) : []).map((file): QueuedFile => ({ file, kind: 'lab' })),
    ...inOrder(slow).map((file): QueuedFile => ({ file, kind: 'slow' })),
  ];
}

await timed('packages of the lab', async () => await installLabPackages());
console.log('\n# The gate and the fast tests');
const gateLines: string[] = [];
const { ok: gateOk } = await timed('gate', () =>
  runStep(onNode('gate', 'tools/ok.ts'), (line) => {
    console.log(line);
    gateLines.push(line);
  }),
);
const files = filesToRun();
console.log(`\n# Lab and slow tests (${files.length} files)`);
const first = await timed(filesStep, () => firstLook(files, lanes, runLane));
const failedFiles = first.filter(({ ok }) => !ok).length;
if (failedFiles > 0) console.log(`\n# Second look (${failedFiles} files failed)`);
const looks = await timed('second look', () => secondLook(files, first, runLane));
const { lines, passed } = summarize(rows, countTests(gateLines, gateOk), looks);
console.log(lines.join('\n'));
process.exitCode = passed ? 0 : 1;
