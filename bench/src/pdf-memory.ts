import type { RenderAnswer } from '@perimeter/server/rendering/messages';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { request } from './pdf-sample.ts';

const memoryDocuments = 200;

/** Resident memory of one child after the first, tenth and later documents, in MiB. */
export async function memory(): Promise<string[][]> {
  const child = fork(fileURLToPath(import.meta.resolve('@perimeter/server/rendering/child')), [], {
    serialization: 'advanced',
    env: {},
  });
  const rows: string[][] = [];
  for (let n = 1; n <= memoryDocuments; n += 1) {
    child.send(request);
    const [answer]: RenderAnswer[] = await once(child, 'message');
    if (answer?.kind !== 'document') throw new Error(answer?.reason ?? 'No answer');
    if ([1, 10, 25, 50, 100, 150, memoryDocuments].includes(n))
      rows.push([String(n), (answer.rssBytes / 2 ** 20).toFixed(0)]);
  }
  child.kill();
  return rows;
}
