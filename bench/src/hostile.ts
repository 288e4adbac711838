// An audit of every hostile and fake server of the lab, ten at a time in one process: node hostile.ts RTT_MS
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { runAudit } from '@perimeter/engine/runner/audit';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { watchLoop } from './loop-watch.ts';
import { markdownTable } from './table.ts';

const atOnce = 10;
const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

interface Ended {
  domain: string;
  seconds: number;
  how: string;
}
const ended: Ended[] = [];
const bugs: string[] = [];
const queue = endpoints.map(({ host }) => host).filter((host) => /^(?:hostile|fake)-/.test(host));

async function auditOne(domain: string): Promise<void> {
  const startMs = performance.now();
  const request = { id: domain, domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const onBug = (where: string, error: unknown): void => void bugs.push(`${domain}: ${where}: ${String(error)}`);
  const result = await runAudit(request, { settings, onBug });
  const how = result.ok ? `${result.report.score.total} ${result.report.score.grade}` : result.failure.code;
  ended.push({ domain, seconds: (performance.now() - startMs) / 1000, how });
}

async function auditInTurn(): Promise<void> {
  for (let domain = queue.shift(); domain !== undefined; domain = queue.shift()) await auditOne(domain);
}

const loop = watchLoop();
const total = queue.length;
await Promise.all(Array.from({ length: atOnce }, auditInTurn));
const slowest = ended.toSorted((a, b) => b.seconds - a.seconds).slice(0, 8);

console.log(`\n## ${total} hostile and fake servers, ${atOnce} audits at a time, one process\n`);
console.log(
  markdownTable(
    ['ended', 'defects', 'slowest s', 'peak MiB', 'loop held ms'],
    [
      [
        `${ended.length} of ${total}`,
        String(bugs.length),
        (slowest[0]?.seconds ?? 0).toFixed(1),
        (process.resourceUsage().maxRSS / 1024).toFixed(0),
        loop.longestMs().toFixed(0),
      ],
    ],
  ),
);
console.log();
console.log(
  markdownTable(
    ['slowest', 's', 'ended as'],
    slowest.map(({ domain, seconds, how }) => [domain, seconds.toFixed(1), how]),
  ),
);
for (const bug of bugs) console.error(bug);
process.exitCode = bugs.length === 0 && ended.length === total ? 0 : 1;
