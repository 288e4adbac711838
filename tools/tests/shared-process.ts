// Runs test files of a queue in this process, one after the other: node tools/tests/shared-process.ts QUEUE KIND FIRST
// LIMIT. What they import is read, compiled and warm for all of them, which is half of the CPU time of a short file. Each
// file has a test tree of its own and ends when nothing of it runs any more, as in a process of its own.
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { programOf } from './bundle.ts';
import { cpuSecondsOfChildren } from './cpu.ts';
import { takeNext, type Kind } from './queue.ts';
import { beginOf, endOf, mostMib, mostMs } from './sharing.ts';

const [, , queue = '', kind = '', first = '', testLimitMs = ''] = process.argv;
const startMs = performance.now();

/** CPU seconds of this process and of its child processes that have ended. */
function cpuSeconds(): number | null {
  const children = cpuSecondsOfChildren();
  const { user, system } = process.cpuUsage();
  return children === null ? null : children + (user + system) / 1e6;
}

/** The next file, unless this process has done its share: what files leave behind ends with it. */
function following(): string | null {
  const spent = performance.now() - startMs > mostMs || process.memoryUsage.rss() / 2 ** 20 > mostMib;
  return spent ? null : (takeNext(queue, kind as Kind, 'shared')?.file ?? null);
}

/** Runs a file, prints what its tests report between two marks, and has the next one follow. */
async function runFile(file: string): Promise<void> {
  const cpuBefore = cpuSeconds();
  const fileStartMs = performance.now();
  console.log(beginOf(file));
  const events = run({
    files: [path.resolve(programOf(file))],
    isolation: 'none',
    concurrency: 1,
    timeout: Number(testLimitMs),
  });
  let ok = false;
  events.on('test:summary', ({ success }) => (ok = success));
  for await (const text of events.compose(new spec())) process.stdout.write(text as string);
  const cpuAfter = cpuSeconds();
  console.log(
    endOf({
      ok,
      seconds: (performance.now() - fileStartMs) / 1000,
      cpuSeconds: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore,
    }),
  );
  const next = following();
  // From an event of its own: a file ends when no event is left to wait for, and so does this process.
  if (next !== null) setImmediate(() => void runFile(next));
}

void runFile(first);
