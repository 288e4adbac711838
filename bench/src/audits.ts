// Twenty whole audits at once in one process, inside the lab: node audits.ts RTT_MS [COUNT]
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { runAudit } from '@perimeter/engine/runner/audit';
import { watchLoop } from './loop-watch.ts';
import { markdownTable } from './table.ts';

const [rttMs = '0', countText = '20'] = process.argv.slice(2);
const hosts = [
  'good.lab',
  'bad.lab',
  'redirect.lab',
  'duplicates.lab',
  'pq.lab',
  'haproxy.lab',
  'stunnel.lab',
  'debug.lab',
];
const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

const audit = (index: number): ReturnType<typeof runAudit> => {
  const domain = hosts[index % hosts.length] ?? 'good.lab';
  return runAudit({ id: `bench-${index}`, domain, registrableDomain: domain, scanMode: 'standard' }, { settings });
};

const baseMib = process.memoryUsage.rss() / 2 ** 20;
const loop = watchLoop();
const cpuBefore = process.cpuUsage();
const startMs = performance.now();
const results = await Promise.all(Array.from({ length: Number(countText) }, (_, index) => audit(index)));
const seconds = (performance.now() - startMs) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const peakMib = process.resourceUsage().maxRSS / 1024;

console.log(`\n## ${countText} audits at once, one process, ${rttMs} ms round trip\n`);
console.log(
  markdownTable(
    ['completed', 'wall s', 'audits a minute', 'CPU s', 'peak MiB', 'MiB an audit', 'loop held ms'],
    [
      [
        `${results.filter(({ ok }) => ok).length} of ${countText}`,
        seconds.toFixed(1),
        ((60 * results.length) / seconds).toFixed(0),
        ((cpu.user + cpu.system) / 1e6).toFixed(1),
        peakMib.toFixed(0),
        ((peakMib - baseMib) / results.length).toFixed(1),
        loop.longestMs().toFixed(0),
      ],
    ],
  ),
);
for (const result of results) if (!result.ok) console.log(`\n- failed: ${result.failure.code}`);
