// HTTP evidence of single sites, alternating with Mozilla's Observatory, and the stored size of a whole audit, inside
// the lab: node http.ts RTT_MS
import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { probes } from '@perimeter/engine/probes/registry';
import { gather } from '@perimeter/engine/runner/gather';
import { runAudit } from '@perimeter/engine/runner/audit';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { cacheFolder } from '@perimeter/lab/machine/paths';
import { observatoryScript } from './calibration/observatory.ts';
import { categoryContext } from './category-context.ts';
import { startObservatory } from './http-peer.ts';
import { markdownTable } from './table.ts';

const [rttMs = '0'] = process.argv.slice(2);
const hosts = ['good.lab', 'bad.lab', 'redirect.lab', 'duplicates.lab'];
const runs = 5;
const kinds: ReadonlySet<string> = new Set(['dns', 'endpoints', 'http', 'page', 'behaviour']);

/** One run of ours: requests by purpose, connections counted by the dialer. */
interface Evidence {
  seconds: number;
  requests: number;
  connections: number;
}

/** Collects only the HTTP evidence. */
async function evidenceOf(host: string): Promise<Evidence> {
  const { context, opened } = await categoryContext(host, 'standard', 'polite');
  const startMs = performance.now();
  const wanted = probes.filter(({ kind }) => kinds.has(kind));
  const gathering = gather(context, wanted, {
    onProbe: () => {},
    onBug: (where, error) => {
      throw new Error(`${host}, ${where}`, { cause: error });
    },
  });
  await gathering.settled(wanted.map(({ kind }) => kind));
  const seconds = (performance.now() - startMs) / 1000;
  const { http, page, behaviour } = gathering.evidence;
  const requests = (http?.exchanges.length ?? 0) + (behaviour?.exchanges.length ?? 0) + (page?.scripts.length ?? 0);
  return { seconds, requests, connections: opened() };
}

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

const kib = (bytes: number): string => (bytes / 1_024).toFixed(0);

/** Stored sizes of an audit: evidence as compressed JSON, the report as JSON. */
async function storedOf(host: string, scanMode: 'standard' | 'deep'): Promise<string[]> {
  const request = { id: `bench-${host}`, domain: host, registrableDomain: host, scanMode, authority: true };
  const result = await runAudit(request, { settings });
  const evidence = JSON.stringify(result.evidence);
  const report = result.ok ? JSON.stringify(result.report) : '';
  return [
    host,
    scanMode,
    kib(gzipSync(evidence).length),
    kib(evidence.length),
    kib(gzipSync(report).length),
    kib(report.length),
  ];
}

/** Median and range: "0.72 (0.70 to 0.81)". */
function spread(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b).map((each) => each.toFixed(2));
  const middle = sorted[Math.floor(sorted.length / 2)] ?? '';
  return `${middle} (${sorted[0] ?? ''} to ${sorted.at(-1) ?? ''})`;
}

const peer = startObservatory(observatoryScript(cacheFolder));
const [loadBefore = 0] = loadavg();
const measured: string[][] = [];
for (const host of hosts) {
  const [own, theirs]: [Evidence[], number[]] = [[], []];
  // The first run of both compiles code and fills the DNS cache; it does not count.
  for (let run = 0; run <= runs; run += 1) {
    const [evidence, seconds] = [await evidenceOf(host), await peer.secondsOf(host)];
    if (run === 0) continue;
    own.push(evidence);
    theirs.push(seconds);
  }
  const [{ requests, connections } = { requests: 0, connections: 0 }] = own;
  measured.push([
    host,
    spread(own.map(({ seconds }) => seconds)),
    String(requests),
    String(connections),
    spread(theirs),
  ]);
}
console.log(`\n## HTTP evidence of a standard audit, ${rttMs} ms round trip\n`);
console.log(`Median and range of ${runs} runs in turn, load of the machine ${loadBefore.toFixed(1)}\n`);
console.log(markdownTable(['site', 's', 'requests', 'connections', 'Observatory s'], measured));

const stored: string[][] = [];
for (const scanMode of ['standard', 'deep'] as const)
  for (const host of hosts) stored.push(await storedOf(host, scanMode));
console.log(`\n## What an audit stores, in KiB\n`);
console.log(
  markdownTable(['site', 'mode', 'evidence, compressed', 'evidence', 'report, compressed', 'report'], stored),
);
process.exit(0);
