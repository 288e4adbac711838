// Runs the test files of a queue that it shares with other lanes, one after the other: node tools/tests/lane.ts QUEUE
import { spawnSync } from 'node:child_process';
import { takeNext } from './queue.ts';
import { runner } from './step.ts';

let failed = false;
for (let file = takeNext(process.argv[2] ?? ''); file !== null; file = takeNext(process.argv[2] ?? '')) {
  const { status } = spawnSync(process.execPath, [...runner(1), file], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
