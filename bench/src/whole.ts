// A standard audit of good.lab as one line, compared with its goals, inside the lab: node whole.ts RTT_MS
import { Socket } from 'node:net';
import { loadavg } from 'node:os';
import { runAudit } from '@perimeter/engine/runner/audit';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { medianOf } from './service/median.ts';
import { markdownTable } from './table.ts';

const [rttMs = '0'] = process.argv.slice(2);
const runs = 5;
const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

const counted = { requests: 0, byAddress: new Map<string, number>() };

/** Counted below the engine, so that connections missing in its evidence are included. */
function countSockets(): void {
  const { connect, write } = Socket.prototype;
  const placeOf = (given: unknown): { host?: string; port?: number } => Object(Array.isArray(given) ? given[0] : given);
  Socket.prototype.connect = function counting(this: Socket, ...args: Parameters<typeof connect>) {
    const { host = '', port } = placeOf(args[0]);
    if (port === 443) counted.byAddress.set(host, (counted.byAddress.get(host) ?? 0) + 1);
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  Socket.prototype.write = function counting(this: Socket, ...args: Parameters<typeof write>) {
    const [chunk] = args;
    const head = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    if (/^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(head)) counted.requests += 1;
    return Reflect.apply(write, this, args);
  } as typeof write;
}

interface Run {
  seconds: number;
  cpuSeconds: number;
  requests: number;
  connections: number;
  toOneAddress: number;
}

async function audit(domain: string): Promise<Run> {
  counted.requests = 0;
  counted.byAddress.clear();
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  const request = { id: 'bench', domain, registrableDomain: domain, scanMode: 'standard' } as const;
  const { ok } = await runAudit(request, { settings });
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (!ok) throw new Error(`The audit of ${domain} failed`);
  const byAddress = [...counted.byAddress.values()];
  return {
    seconds,
    cpuSeconds: (user + system) / 1e6,
    requests: counted.requests,
    connections: byAddress.reduce((sum, count) => sum + count, 0),
    toOneAddress: Math.max(0, ...byAddress),
  };
}

countSockets();
// Warm up: the first audit of a process also compiles code.
await audit('pq.lab');
const measured: Run[] = [];
for (let run = 0; run < runs; run += 1) measured.push(await audit('good.lab'));
const middle = (of: (run: Run) => number): number => medianOf(measured, of);
console.log(
  markdownTable(
    ['good.lab, standard', 'requests', 'connections to 443', 'to one address', 'CPU s', 's'],
    [
      [
        `median of ${runs}`,
        String(middle(({ requests }) => requests)),
        String(middle(({ connections }) => connections)),
        String(middle(({ toOneAddress }) => toOneAddress)),
        middle(({ cpuSeconds }) => cpuSeconds).toFixed(2),
        middle(({ seconds }) => seconds).toFixed(2),
      ],
      ['goal', '112', '60', '', '0.60', '3.00'],
    ],
  ),
);
const [load = 0] = loadavg();
console.log(`\n${rttMs} ms round trip, load of the machine ${load.toFixed(0)}`);
process.exit(0);
