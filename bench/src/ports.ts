// 1,000 TCP ports of an address, and nmap's connect scan of the same list: node ports.ts RTT
import { resolve4 } from 'node:dns/promises';
import { spawnSync } from 'node:child_process';
import { contextOfProbe } from '@perimeter/engine/probes/probe';
import { sweepAddress } from '@perimeter/engine/probes/ports/sweep';
import { createContext } from '@perimeter/engine/runner/context/create-context';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { deepPorts } from '@perimeter/protocols/services/ports.data';
import { medianOf } from './service/median.ts';
import { markdownTable } from './table.ts';

const hosts = ['good.lab', 'exposed2-clusters.lab'];
const runs = 5;

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

interface Swept {
  seconds: number;
  open: number;
}

/** Seconds of one sweep with its talks, and the ports that it found open. */
async function ours(host: string, address: string): Promise<Swept> {
  const target = {
    domain: host,
    registrableDomain: host,
    scanMode: 'deep',
    authority: true,
    startedAtMs: Date.now(),
    seed: host,
  } as const;
  const context = contextOfProbe(createContext(target, { settings }, AbortSignal.timeout(60_000)));
  const startMs = performance.now();
  const swept = await sweepAddress(
    { address, host, edge: null, sharedWith: null },
    { context, connectMs: 400, tries: 2, longList: true },
    'open',
  );
  return { seconds: (performance.now() - startMs) / 1000, open: swept.open.length };
}

/** The same of nmap's connect scan, without service detection. */
function nmaps(address: string): Swept {
  const startMs = performance.now();
  const { stdout } = spawnSync('nmap', ['-n', '-Pn', '-sT', '-p', deepPorts.join(','), address], { encoding: 'utf8' });
  return { seconds: (performance.now() - startMs) / 1000, open: stdout.match(/\/tcp\s+open/g)?.length ?? 0 };
}

const rows: string[][] = [];
for (const host of hosts) {
  const [address = ''] = await resolve4(host);
  const mine: Swept[] = [];
  const theirs: Swept[] = [];
  for (let run = 0; run < runs; run += 1) {
    mine.push(await ours(host, address));
    theirs.push(nmaps(address));
  }
  const secondsOf = (all: readonly Swept[]): string => medianOf(all, ({ seconds }) => seconds).toFixed(2);
  const openOf = (all: readonly Swept[]): string => String(all[0]?.open ?? 0);
  rows.push([host, secondsOf(mine), openOf(mine), secondsOf(theirs), openOf(theirs)]);
}
console.log(`${deepPorts.length} ports at a round trip of ${process.argv[2] ?? '0'} ms, medians of ${runs} runs\n`);
console.log(markdownTable(['Host', 'Perimeter, with talks (s)', 'open', 'nmap -sT (s)', 'open'], rows));
