// Scans endpoints one after the other with each scanner, inside the lab: node tls.ts RTT_MS [RUNS] [HOST …] [--without
// NAME]
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Measurement, measure, median } from './measure.ts';
import { isInstalled, ours, peers, type Scanner } from './peers.ts';
import { markdownTable } from './table.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { without: { type: 'string' } } });
const [rttMs = '0', runsText = '3', ...given] = positionals;
const runs = Number(runsText);
const hosts = given.length > 0 ? given : ['good.lab', 'jsse.lab', 'old101.lab', 'haproxy.lab'];
const timeoutSeconds = 240;

const scanners = [...ours, ...peers].filter((scanner) => {
  if (values.without !== undefined && scanner.name.startsWith(values.without)) return false;
  const there = isInstalled(scanner);
  if (!there) console.error(`SKIPPED: ${scanner.name} is not installed`);
  return there;
});

/** The middle run of a scanner on a host. */
const middle = (scanner: Scanner, host: string): Measurement =>
  median(
    Array.from({ length: scanner.isSlow === true ? 1 : runs }, () => measure(scanner.command(host), timeoutSeconds)),
  );

const scanMs = (output: string): string => /"scanMs": ?(\d+)/.exec(output)?.[1] ?? '';

/** Our scan's time in round trips, if the RTT is not 0. */
const roundTrips = (output: string): string =>
  rttMs === '0' || scanMs(output) === '' ? '' : (Number(scanMs(output)) / Number(rttMs)).toFixed(0);

const kibOf = (bytes: number): string => (bytes / 1024).toFixed(0);
const isFor = ({ hosts: only }: Scanner, host: string): boolean => only === undefined || only.includes(host);

for (const host of hosts) {
  let base: Measurement | undefined;
  const rows = scanners
    .filter((scanner) => isFor(scanner, host))
    .map((scanner) => {
      const run = middle(scanner, host);
      base ??= run;
      return [
        scanner.name,
        run.exitCode === null ? `> ${timeoutSeconds}` : run.wallSeconds.toFixed(2),
        scanMs(run.output),
        roundTrips(run.output),
        (run.wallSeconds / base.wallSeconds).toFixed(1),
        run.cpuSeconds.toFixed(2),
        run.peakMib.toFixed(0),
        String(run.connections),
        `${kibOf(run.bytesOut)} / ${kibOf(run.bytesIn)}`,
        scanner.count === null ? '' : String(scanner.count(run.output)),
      ];
    });
  console.log(`${host}\n`);
  console.log(
    markdownTable(
      [
        'scanner',
        'wall s',
        'scan ms',
        'in RTT',
        'wall ratio',
        'CPU s',
        'peak MiB',
        'connections',
        'KiB out / in',
        'suites found',
      ],
      rows,
    ),
  );
  console.log();
}
const [minute = 0] = loadavg();
console.log(
  `Median of ${runs} (testssl.sh: one run), ${new Date().toISOString().slice(0, 16)}Z, load average ${minute.toFixed(1)}.`,
);
