import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import type { Progress } from '../repositories/audits/audits.ts';
import { writeProgress } from './progress-writer.ts';

const probe = (percent: number) =>
  ({ type: 'probe', probe: 'dns', state: 'finished', detail: '', percent, elapsedMs: 0 }) as const;
const started = (phase: string, percent: number) => ({ type: 'phase-started', phase, percent, elapsedMs: 0 }) as const;
const finished = (phase: string, phasesCompleted: number) =>
  ({
    type: 'phase-finished',
    phase,
    phasesCompleted,
    phasesTotal: 9,
    checksExecuted: phasesCompleted * 2,
    findingsCount: 1,
    findings: [],
    checksJudged: 2,
    checksInconclusive: 0,
    percent: phasesCompleted * 10,
    elapsedMs: 0,
  }) as const;

/** A database whose writes complete when the test says so. */
function slowDatabase() {
  const written: Progress[] = [];
  const answers: (() => void)[] = [];
  const write = async (progress: Progress): Promise<void> => {
    written.push(progress);
    await new Promise<void>((resolve) => answers.push(resolve));
  };
  const answer = async (): Promise<void> => {
    answers.shift()?.();
    await turn();
  };
  return { written, write, answer };
}

test('a burst of events causes one write, then one more with the newest state', async () => {
  const { written, write, answer } = slowDatabase();
  const writer = writeProgress('phase_a', write);
  writer.tell(started('phase_a', 0));
  for (let n = 1; n <= 9; n += 1) writer.tell(finished(`phase_${n}`, n));
  assert.equal(written.length, 1);
  await answer();
  assert.deepEqual(
    written.map(({ phasesCompleted }) => phasesCompleted),
    [0, 9],
  );
  await answer();
  assert.equal(written.length, 2);
});

test('a change of phase is written at once, a probe only after a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { written, write, answer } = slowDatabase();
  const writer = writeProgress('phase_a', write);
  writer.tell(probe(3));
  writer.tell(probe(4));
  assert.equal(written.length, 0);
  t.mock.timers.tick(250);
  assert.deepEqual(
    written.map(({ percent }) => percent),
    [4],
  );
  await answer();
  writer.tell(started('phase_b', 5));
  assert.deepEqual(
    written.map(({ currentPhase }) => currentPhase),
    ['phase_a', 'phase_b'],
  );
});

test('nothing is written after close', async () => {
  const { written, write, answer } = slowDatabase();
  const writer = writeProgress('phase_a', write);
  writer.tell(started('phase_a', 0));
  writer.tell(started('phase_b', 1));
  const closed = writer.close();
  writer.tell(started('phase_c', 2));
  await answer();
  await closed;
  assert.equal(written.length, 1);
  assert.equal(writer.reached().currentPhase, 'phase_b');
});
