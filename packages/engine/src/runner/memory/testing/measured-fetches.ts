import { inTime } from '../../../net/in-time.ts';
import { noBehaviour } from '../../../evidence/behaviour/none.ts';
import { endpointHost } from '../../../evidence/endpoints/example.ts';
import { httpHeaders } from '../../../modules/http_headers/module.ts';
import { probeHttp } from '../../../probes/http/probe.ts';
import { probePage } from '../../../probes/page/probe.ts';
import { testContext } from '../../../probes/testing/context.ts';

// A separate process: fetches one hostile site several times at once, checks the results, and prints the growth of its
// resident memory in bytes.

const [port = 0, audits = 1] = process.argv.slice(2).map(Number);
/** How long fetches run before they are aborted: a flood that continues adds no new behaviour. */
const longestMs = 6_000;
const endpoints = { hosts: [endpointHost('site.lab', ['203.0.113.1', '203.0.113.2'])] };
const dialMap = new Map(
  ['203.0.113.1', '203.0.113.2'].flatMap((address) => [
    [`${address}:80`, `127.0.0.1:${port}`] as const,
    [`${address}:443`, '127.0.0.1:1'] as const,
  ]),
);

const idle = process.memoryUsage.rss();
let peak = idle;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);

/** Results of all audits, so that none is collected before the last has ended. */
const kept: unknown[] = [];
async function audit(): Promise<void> {
  const context = testContext({
    target: { domain: 'site.lab' },
    settings: { allowNetworks: ['203.0.113.0/24'], dialMap },
  });
  const http = await probeHttp(context, endpoints);
  const page = await probePage(context, http);
  kept.push(
    http,
    page,
    httpHeaders.checks.map(({ evaluate }) =>
      evaluate({ behaviour: noBehaviour, endpoints, http, page, target: context.target }),
    ),
  );
}

const running = Array.from({ length: audits }, audit);
await inTime(Promise.all(running), longestMs, () => null);
peak = Math.max(peak, process.memoryUsage.rss());
clearInterval(sampler);
process.stdout.write(`${peak - idle}\n`);
process.exit(0);
