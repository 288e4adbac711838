import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { hostilePorts } from '@perimeter/lab/servers/exposed/hostile-ports';
import { portsEvidence } from '../../evidence/ports/schema.ts';
import { portsOf } from './testing/lab-ports.ts';

const mebibyte = 1024 * 1024;
/** Most resident memory that all of them together may add. */
const allowedGrowth = 100 * mebibyte;
/** Most evidence of one host: its ports with the beginnings of their answers. */
const allowedEvidence = 64 * 1024;

/** Peak resident memory during a run, sampled. */
async function peakDuring(run: () => Promise<void>): Promise<number> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

labTest('ports that send without end, drip, lie about lengths or reset all end, in bounded memory', async () => {
  // Warm-up, so that code and a first sweep do not count as growth.
  await portsOf('guarded2-vectors.lab', 'standard');
  const before = process.memoryUsage.rss();
  const peak = await peakDuring(async () => {
    for (const [host, ports] of Object.entries(hostilePorts)) {
      const evidence = await portsOf(host, 'standard');
      const text = JSON.stringify(portsEvidence.parse(evidence));
      assert.ok(text.length < allowedEvidence, `${host}: ${text.length} octets of evidence`);
      const [address] = evidence.addresses;
      const met = new Set([...evidence.open, ...(address?.unseen ?? [])].map(({ port }) => port));
      for (const port of Object.keys(ports).map(Number)) assert.ok(met.has(port), `${host} port ${port}`);
      assert.deepEqual(
        evidence.open.filter(({ access }) => access === 'open').map(({ port, service }) => [port, service]),
        [],
        'nobody proves access by noise',
      );
      for (const { heard } of evidence.open) assert.match(heard, /^[\s -~]*$/, 'escaped');
    }
  });
  assert.ok(peak - before < allowedGrowth, `${Math.round((peak - before) / mebibyte)} MiB`);
});
