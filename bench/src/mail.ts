// When the e-mail evidence ends in a standard audit, compared with TLS and HTTP: node mail.ts RTT [DOMAIN …]
import { createContext } from '@perimeter/engine/runner/context/create-context';
import { gather } from '@perimeter/engine/runner/gather';
import { createMailMemory } from '@perimeter/engine/net/smtp/mail-memory';
import { probes } from '@perimeter/engine/probes/registry';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { markdownTable } from './table.ts';

const [rttMs = '0', ...given] = process.argv.slice(2);
const domains = given.length > 0 ? given : ['good.lab', 'dane-311.lab', 'sts-enforce.lab', 'mx-two.lab', 'postfix.lab'];

const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

/** The end of each probe in milliseconds since the audit's start; the first audit of the domain. */
async function endsOf(domain: string): Promise<{ ends: Map<string, number>; connections: number }> {
  const registrableDomain = domain;
  const target = { domain, registrableDomain, scanMode: 'standard', startedAtMs: Date.now(), seed: 'bench' } as const;
  const mail = createMailMemory(settings);
  const context = createContext(target, { settings, mail }, AbortSignal.timeout(60_000));
  const ends = new Map<string, number>();
  const startMs = performance.now();
  const { settled } = gather(context, probes, {
    onProbe: (kind, state) => {
      if (state !== 'started') ends.set(kind, performance.now() - startMs);
    },
    onBug: (where, error) => {
      throw new Error(where, { cause: error });
    },
  });
  await settled(['mailAuth', 'mailTransport', 'http', 'tls']);
  return { ends, connections: context.dialer.opened };
}

const kinds = ['mailAuth', 'mailTransport', 'tls', 'http'];
// Warm up: the first audit of a process also loads and compiles code.
await endsOf('pq.lab');
const rows: string[][] = [];
for (const domain of domains) {
  const { ends, connections } = await endsOf(domain);
  const seconds = (kind: string): string => ((ends.get(kind) ?? Number.NaN) / 1000).toFixed(2);
  rows.push([domain, ...kinds.map(seconds), String(connections)]);
}
console.log(`\n${rttMs} ms round trip, seconds from the start of the audit\n`);
console.log(markdownTable(['domain', 'e-mail records', 'e-mail transport', 'TLS', 'HTTP', 'connections'], rows));
process.exit(0);
