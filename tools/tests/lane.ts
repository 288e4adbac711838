// Runs test files of one kind from a queue shared with other lanes, one after the other, and adds their results to it:
// node tools/tests/lane.ts QUEUE KIND PLACE. A failed file is a result; the lane itself fails only if it cannot
// continue.
import { addResult, hasNext, measuredOf, takeNext, type Kind } from './queue.ts';
import { cpuTimes, hadRoomBeside, waitForRoom } from './room.ts';
import { telling } from './telling.ts';
import { fileLimitMs, runTestFile } from './test-file.ts';

const [, , queue = '', kind = '', place = '', limitMs = fileLimitMs] = process.argv;
if (kind !== 'lab' && kind !== 'slow') throw new Error(`A lane runs files of the kind lab or slow, not "${kind}"`);
if (place !== 'first' && place !== 'further') throw new Error(`A lane is the first or a further one, not "${place}"`);

// A second look has a separate queue, so it measures again.
process.env['PERIMETER_MEASURED'] = measuredOf(queue);

/** The next file; an additional lane waits until the machine has room, unless it had some during the last file. */
async function next(hadSome: boolean): Promise<string | null> {
  if (place === 'further' && !hadSome) await waitForRoom(() => hasNext(queue, kind as Kind));
  return takeNext(queue, kind as Kind);
}

let hadSome = false;
for (let file = await next(hadSome); file !== null; file = await next(hadSome)) {
  const before = cpuTimes();
  const { result, output } = await runTestFile(file, Number(limitMs));
  hadSome = hadRoomBeside(before, cpuTimes());
  addResult(queue, result);
  const { ok, seconds, counts } = result;
  console.log(`${ok ? '✔' : '✖'} ${seconds.toFixed(1).padStart(6)} s  ${file} (${counts.passed} passed)`);
  for (const line of telling(output, ok)) if (!ok || !line.startsWith('ℹ')) console.log(`  ${line}`);
  if (result.failure !== null) console.log(`  ${file}: ${result.failure}`);
}
