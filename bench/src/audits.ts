// Twenty concurrent audits in one process, of domains without a common server, inside the lab: node audits.ts RTT_MS
// [COUNT]
import { loadavg } from 'node:os';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { runAudit } from '@perimeter/engine/runner/audit';
import { watchLoop } from './loop-watch.ts';
import { markdownTable } from './table.ts';
import { townDomains } from './town/domains.ts';
import { startTown } from './town/start.ts';

const [rttMs = '0', countText = '20'] = process.argv.slice(2);
const town = await startTown();
const read = readEngineSettings({ ...process.env, ...town.env });
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;

const audit = (index: number): ReturnType<typeof runAudit> => {
  const domain = townDomains[index % townDomains.length]?.host ?? '';
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
town.stop();

console.log(
  markdownTable(
    ['completed', 'wall s', 'audits a minute', 'CPU s an audit', 'peak MiB', 'MiB an audit', 'loop held ms'],
    [
      [
        `${results.filter(({ ok }) => ok).length} of ${countText}`,
        seconds.toFixed(1),
        ((60 * results.length) / seconds).toFixed(0),
        ((cpu.user + cpu.system) / 1e6 / results.length).toFixed(2),
        peakMib.toFixed(0),
        ((peakMib - baseMib) / results.length).toFixed(1),
        loop.longestMs().toFixed(0),
      ],
    ],
  ),
);
const [load = 0] = loadavg();
console.log(`\n${rttMs} ms round trip, load of the machine ${load.toFixed(0)}`);
for (const result of results) if (!result.ok) console.log(`\n- failed: ${result.failure.code}`);
