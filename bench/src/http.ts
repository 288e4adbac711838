// HTTP evidence of one site at a time, and what a whole audit stores, inside the lab: node http.ts RTT_MS
import { gzipSync } from 'node:zlib';
import { probes } from '@perimeter/engine/probes/registry';
import { gather } from '@perimeter/engine/runner/gather';
import { runAudit } from '@perimeter/engine/runner/audit';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { categoryContext } from './category-context.ts';
import { markdownTable } from './table.ts';

const [rttMs = '0'] = process.argv.slice(2);
const hosts = ['good.lab', 'bad.lab', 'redirect.lab', 'duplicates.lab'];
const kinds: ReadonlySet<string> = new Set(['dns', 'endpoints', 'http', 'page', 'behaviour']);

/** The evidence of HTTP alone: requests by what was asked, connections by the dialer. */
async function evidenceOf(host: string): Promise<string[]> {
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
  return [host, seconds.toFixed(2), String(requests), String(opened())];
}

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

const kib = (bytes: number): string => (bytes / 1_024).toFixed(0);

/** What the service stores of an audit: evidence as compressed JSON, the report as JSON. */
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

const measured: string[][] = [];
for (const host of hosts) measured.push(await evidenceOf(host));
console.log(`\n## HTTP evidence of a standard audit, ${rttMs} ms round trip\n`);
console.log(markdownTable(['site', 's', 'requests', 'connections'], measured));

const stored: string[][] = [];
for (const scanMode of ['standard', 'deep'] as const)
  for (const host of hosts) stored.push(await storedOf(host, scanMode));
console.log(`\n## What an audit stores, in KiB\n`);
console.log(
  markdownTable(['site', 'mode', 'evidence, compressed', 'evidence', 'report, compressed', 'report'], stored),
);
process.exit(0);
