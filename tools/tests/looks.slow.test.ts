import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nothingRun } from './counted.ts';
import { firstLook, mostSecondLooks, secondLook, type Looks, type RunLane } from './looks.ts';
import type { QueuedFile } from './queue.ts';
import { onNode, runStep } from './step.ts';
import { summarize } from './summary.ts';

/** Long enough for a file that ends, even on a busy machine; in milliseconds. */
const limitMs = 25_000;
/** Long enough to start, on the same machine. */
const startMs = 12_000;

/** Test files of the folder of a test, by what they do. */
function makeFiles(
  t: TestContext,
  bodies: Readonly<Record<string, string>>,
  shares = false,
): { folder: string; files: QueuedFile[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'perimeter-looks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = Object.entries(bodies).map(([name, body]): QueuedFile => {
    const file = path.join(folder, `${name}.test.ts`);
    writeFileSync(file, `import { test } from 'node:test';\nimport fs from 'node:fs';\n${body}\n`);
    return { file, kind: 'slow', shares };
  });
  return { folder, files };
}

const passing = "test('passes', () => {});";
const broken = "test('is broken', () => { throw new Error('always'); });";

/** Fails the first time, passes the second. */
const flaky = (name: string): string =>
  `test('is flaky', () => { const seen = new URL('${name}.seen', import.meta.url);
    if (!fs.existsSync(seen)) { fs.writeFileSync(seen, ''); throw new Error('only once'); } });`;

/** Never ends, not even on SIGTERM, and its child process keeps the output open; writes both process ids. */
const endless = `import { spawn } from 'node:child_process';
process.on('SIGTERM', () => {});
const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
fs.writeFileSync(new URL('pids', import.meta.url), process.pid + ' ' + pid);
test('passes before', () => {});
test('hangs', () => new Promise(() => { setInterval(() => {}, 1000); }));`;

const laneWith =
  (limit: number): RunLane =>
  async (queue, kind, name, place) => {
    const lane = ['tools/tests/lane.ts', queue, kind, place, String(limit)];
    const { ok } = await runStep(onNode(name, ...lane), () => {});
    return ok;
  };
const runLane = laneWith(limitMs);

async function look(
  files: readonly QueuedFile[],
  lane = runLane,
  slow = 2,
): Promise<Looks & { end: string; passed: boolean }> {
  const first = await firstLook(files, { lab: 0, slow }, lane);
  const looks = await secondLook(files, first, lane);
  const { lines, passed } = summarize([], nothingRun, looks);
  return { ...looks, passed, end: lines.join('\n') };
}

test('a file that fails once and passes alone is listed with its first error, and the run passes', async (t) => {
  const { folder, files } = makeFiles(t, { flaky: flaky('flaky'), good: passing });
  const { passed, end } = await look(files);
  assert.equal(passed, true);
  assert.match(end, /^Failed once, passed alone\n {2}.*flaky\.test\.ts\n {4}is flaky: Error: only once$/mu);
  assert.match(end, /^Failed once, passed alone: 1 of at most 6 files\n2 passed, 0 failed, 0 skipped$/mu);
  assert.ok(existsSync(path.join(folder, 'flaky.seen')));
});

test('a file that fails twice fails the run', async (t) => {
  const { files } = makeFiles(t, { broken, good: passing });
  const { passed, end, again } = await look(files);
  assert.equal(passed, false);
  assert.equal(again.length, 1);
  assert.match(end, /^Failed test files \(failed twice\)\n {2}.*broken\.test\.ts\n {4}is broken: Error: always$/mu);
  assert.match(end, /\n1 passed, 1 failed, 0 skipped$/u);
});

test('if more files fail than chance explains, none gets a second look', async (t) => {
  const names = Array.from({ length: mostSecondLooks + 1 }, (_, at) => `flaky${at}`);
  const { files } = makeFiles(t, Object.fromEntries(names.map((name) => [name, flaky(name)])));
  const { passed, end, again } = await look(files);
  assert.equal(passed, false);
  assert.deepEqual(again, []);
  assert.match(end, /^Failed test files \(more than 6, so no second look\)$/mu);
  assert.match(end, /\n0 passed, 7 failed, 0 skipped$/u);
});

test('a file that never ends is killed with its child processes, and named', async (t) => {
  const { folder, files } = makeFiles(t, { endless });
  // It always reaches its time limit, so one look is sufficient, and a limit in which it only has to start.
  const results = await firstLook(files, { lab: 0, slow: 1 }, laneWith(startMs));
  const { lines, passed } = summarize([], nothingRun, { results, again: [] });
  const end = lines.join('\n');
  assert.equal(passed, false);
  assert.match(end, /endless\.test\.ts\n {4}killed after 12 s, its limit; last test that ended: .*hangs/u);
  assert.match(end, /\n\d+ passed, [1-9] failed, 0 skipped$/u);
  // Killed processes disappear once reaped; a surviving one makes this test time out.
  for (const pid of readFileSync(path.join(folder, 'pids'), 'utf8').split(' '))
    while (existsSync(`/proc/${pid}`)) await sleep(20);
});

test('a file whose lane ends early counts as failed', async (t) => {
  const { files } = makeFiles(t, { good: passing });
  const { passed, end } = await look(files, async () => false);
  assert.equal(passed, false);
  assert.match(end, /good\.test\.ts\n {4}was not run to its end: its lane ended early/u);
});

/** Writes its process, and fails unless the file before has ended and this one has loaded whole. */
const together = (name: string, before: string): string => `import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
const at = (name) => new URL(name, import.meta.url);
if ('${before}' !== '' && !fs.existsSync(at('${before}.ended'))) throw new Error('the file before has not ended');
after(async () => { await setTimeout(20); fs.writeFileSync(at('${name}.ended'), ''); });
await setTimeout(20);
test('has its turn', () => fs.writeFileSync(at('${name}.pid'), String(process.pid)));`;

test('files that share a process run one after the other, each with its hooks, and each has its own result', async (t) => {
  const { folder, files } = makeFiles(
    t,
    { first: together('first', ''), broken, second: together('second', 'first'), empty: '', third: passing },
    true,
  );
  const { results, again, end } = await look(files, runLane, 1);
  assert.deepEqual(
    [results.map(({ ok }) => ok), results.map(({ counts }) => counts.passed)],
    [
      [true, false, true, true, true],
      [1, 0, 1, 1, 1],
    ],
  );
  assert.deepEqual(
    again.map(({ first }) => path.basename(first.file)),
    ['broken.test.ts'],
  );
  assert.match(end, /is broken: Error: always/u);
  const [one, two] = ['first', 'second'].map((name) => readFileSync(path.join(folder, `${name}.pid`), 'utf8'));
  assert.equal(one, two);
});

const dying = "test('passes before', () => {}); test('dies', () => { process.kill(process.pid, 'SIGKILL'); });";

test('a shared process that dies fails the file that ran, and the others run in another', async (t) => {
  const { files } = makeFiles(t, { one: passing, dying, three: passing, four: passing }, true);
  const results = await firstLook(files, { lab: 0, slow: 1 }, runLane);
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, false, true, true],
  );
});
