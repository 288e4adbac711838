// Concurrent long polls of one audit, all released by one change: node long-polls.ts [COUNT]
import { startProcess } from '@perimeter/server/testing/child';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from '../table.ts';
import { startAudit } from './audits.ts';

const [count = 2_000] = process.argv.slice(2).map(Number);
const phaseMs = 8_000;

const service = await startProcess({ PERIMETER_DATA_DIR: await temporaryDirectory(), TEST_PHASE_MS: String(phaseMs) });
const id = await startAudit(service.url, 'long-polls.net', {});
// Wait until the middle of a phase: the next change is seconds away.
await sleep(1_000);
const agent = new http.Agent({ maxSockets: count });

/** One poll that waits: when it was answered, and with what. */
async function poll(): Promise<{ atMs: number; status: number }> {
  return new Promise((resolve) => {
    const request = http.get(`${service.url}/api/audit/${id}`, { agent, headers: { prefer: 'wait=25' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ atMs: performance.now(), status: answer.statusCode ?? 0 }));
    });
    request.on('error', () => resolve({ atMs: performance.now(), status: 0 }));
  });
}

const openedMs = performance.now();
const answers = await Promise.all(Array.from({ length: count }, poll));
agent.destroy();
const times = answers.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
const first = times[0] ?? 0;
await service.end('SIGTERM');

console.log(`\n## ${count} long polls of one audit at once\n`);
console.log(
  markdownTable(
    ['answered 200', 'other', 'held s', 'from the first answer to the last ms'],
    [
      [
        String(answers.filter(({ status }) => status === 200).length),
        String(answers.filter(({ status }) => status !== 200).length),
        ((first - openedMs) / 1_000).toFixed(1),
        ((times.at(-1) ?? 0) - first).toFixed(0),
      ],
    ],
  ),
);
