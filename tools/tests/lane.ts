// Runs test files of one kind from a queue that other lanes take from too, one after the other, and adds their results to it:
// node tools/tests/lane.ts QUEUE KIND PLACE. A failed file is a result; a lane itself fails if it cannot
// continue, and one of fast files also if one of them failed: they have no second look.
import { addResult, hasNext, measuredOf, takeNext, type Kind } from './queue.ts';
import { cpuTimes, hadRoomBeside, waitForRoom } from './room.ts';
import { telling } from './telling.ts';
import { fileLimitMs, runSharedFiles, runTestFile, type RunFile } from './test-file.ts';

const [, , queue = '', kind = '', place = '', limitMs = fileLimitMs] = process.argv;
if (kind !== 'lab' && kind !== 'slow' && kind !== 'fast')
  throw new Error(`A lane runs files of the kind lab, slow or fast, not "${kind}"`);
if (place !== 'first' && place !== 'further') throw new Error(`A lane is the first or a further one, not "${place}"`);

// A second look has a separate queue, so it measures again.
process.env['PERIMETER_MEASURED'] = measuredOf(queue);

/** The next file; an additional lane waits until the machine has room, unless it had some during the last file. */
async function next(hadSome: boolean): Promise<ReturnType<typeof takeNext>> {
  if (place === 'further' && !hadSome) await waitForRoom(() => hasNext(queue, kind as Kind));
  return takeNext(queue, kind as Kind);
}

function report({ result, output }: RunFile): void {
  addResult(queue, result);
  if (kind === 'fast' && !result.ok) process.exitCode = 1;
  const { file, ok, seconds, counts } = result;
  console.log(`${ok ? '✔' : '✖'} ${seconds.toFixed(1).padStart(6)} s  ${file} (${counts.passed} passed)`);
  for (const line of telling(output, ok)) if (!ok || !line.startsWith('ℹ')) console.log(`  ${line}`);
  if (result.failure !== null) console.log(`  ${file}: ${result.failure}`);
}

let hadSome = false;
for (let taken = await next(hadSome); taken !== null; taken = await next(hadSome)) {
  const before = cpuTimes();
  if (taken.shares) await runSharedFiles(queue, kind, taken.file, Number(limitMs), report);
  else report(await runTestFile(taken.file, Number(limitMs)));
  hadSome = hadRoomBeside(before, cpuTimes());
}
