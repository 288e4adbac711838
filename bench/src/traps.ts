// Durations of audits of a sound domain, alone and beside audits of zones that are expensive to validate: node traps.ts
// RTT
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { runAudit } from '@perimeter/engine/runner/audit';
import { watchLoop } from './loop-watch.ts';
import { markdownTable } from './table.ts';

const soundDomain = 'good.lab';
/** Keys with one tag and wrong P-384 signatures (CVE-2023-50387), and a sound P-384 zone. */
const dear = ['sec-key-trap.lab', 'sec-p384.lab'];
const auditsMeasured = 40;
const lanes = 2;

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

async function secondsOf(domain: string): Promise<number> {
  const startMs = performance.now();
  const request = { id: domain, domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const onBug = (where: string, error: unknown): void => {
    throw new Error(`${domain}: ${where}`, { cause: error });
  };
  await runAudit(request, { settings, onBug });
  return (performance.now() - startMs) / 1000;
}

/** Audits the sound domain repeatedly, two at a time; returns sorted seconds. */
async function measure(): Promise<number[]> {
  const seconds: number[] = [];
  let left = auditsMeasured;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      seconds.push(await secondsOf(soundDomain));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return seconds.toSorted((a, b) => a - b);
}

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

const stop = new AbortController();
let dearAudits = 0;
async function auditDear(domain: string): Promise<void> {
  while (!stop.signal.aborted) {
    await secondsOf(domain);
    dearAudits += 1;
  }
}

// Warm up: the first audits of a process also load and compile code.
await Promise.all([soundDomain, ...dear].map(secondsOf));
const alone = await measure();
const loop = watchLoop();
const running = dear.map(auditDear);
const together = await measure();
stop.abort();
await Promise.all(running);

const row = (name: string, seconds: readonly number[]): string[] => [
  name,
  share(seconds, 0.5).toFixed(2),
  share(seconds, 0.95).toFixed(2),
];
console.log(`${auditsMeasured} audits of ${soundDomain}, ${lanes} at a time, one process\n`);
console.log(
  markdownTable(
    ['', 'median s', 'p95 s'],
    [row('alone', alone), row(`beside ${dearAudits} audits of ${dear.join(' and ')}`, together)],
  ),
);
const ratio = share(together, 0.95) / share(alone, 0.95);
console.log(
  `\np95 beside them: ${ratio.toFixed(2)} times; the event loop was held for ${loop.longestMs().toFixed(0)} ms at most`,
);
process.exit(0);
