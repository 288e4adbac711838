// The duration of our three DNS probes together, and of two other tools, for zones that the resolver has not cached:
// node dns.ts RTT [DOMAIN …]
import { createContext } from '@perimeter/engine/runner/context/create-context';
import { gather } from '@perimeter/engine/runner/gather';
import { probes } from '@perimeter/engine/probes/registry';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { dnsPeers, secondsOf } from './dns-peers.ts';
import { markdownTable } from './table.ts';

const kinds = ['dns', 'dnssec', 'zone'] as const;
const [rttMs = '0', ...given] = process.argv.slice(2);
const domains = given.length > 0 ? given : ['good.lab', 'p384.lab', 'insecure.lab', 'many.lab', 'sec-nsec3.lab'];

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

/** The end of each probe in milliseconds since their common start, and the queries to name servers. */
async function endsOf(domain: string): Promise<{ ends: Map<string, number>; questions: number }> {
  const startedAtMs = Date.now();
  const target = { domain, registrableDomain: domain, scanMode: 'standard', startedAtMs, seed: 'bench' } as const;
  const context = createContext(target, { settings }, AbortSignal.timeout(60_000));
  const ends = new Map<string, number>();
  const startMs = performance.now();
  const chosen = probes.filter(({ kind }) => kinds.some((wanted) => wanted === kind));
  const { settled } = gather(context, chosen, {
    onProbe: (kind, state) => {
      if (state !== 'started') ends.set(kind, performance.now() - startMs);
    },
    onBug: (where, error) => {
      throw new Error(where, { cause: error });
    },
  });
  await settled(kinds);
  return { ends, questions: context.authoritative.sent() };
}

// Warm up: the first audit of a process also loads and compiles code, and queries the parent zones.
await endsOf('pq.lab');
const peers = dnsPeers();
const rows: string[][] = [];
for (const domain of domains) {
  const { ends, questions } = await endsOf(domain);
  const seconds = kinds.map((kind) => ((ends.get(kind) ?? Number.NaN) / 1000).toFixed(2));
  const others = peers.map((peer) => secondsOf(peer, domain)?.toFixed(2) ?? 'none');
  rows.push([domain, ...seconds, String(questions), ...others]);
}
console.log(`\n${rttMs} ms round trip, seconds from the start of the audit\n`);
console.log(
  markdownTable(
    ['domain', 'DNS', 'DNSSEC', 'name servers', 'direct questions', ...peers.map(({ name }) => name)],
    rows,
  ),
);
process.exit(0);
