import { inTime } from '../../../net/in-time.ts';
import { takeFlaws } from '../../../probes/vulnerabilities/testing/take.ts';

// A separate process: takes inventories and tests flaws of one hostile server, several at once, and prints the growth
// of its resident memory in bytes.

const [port = 0, audits = 1] = process.argv.slice(2).map(Number);
/** The limits of a real audit. */
const limits = { maxOpen: 8, perSecond: 25, burst: 16 };
/** Later data is the same flood. */
const longestMs = 12_000;

const idle = process.memoryUsage.rss();
let peak = idle;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const target = { host: 'server.test', address: '127.0.0.1', ports: { 443: port } };
const running = Array.from({ length: audits }, () => takeFlaws(target, { scanMode: 'deep', limits }));
await inTime(Promise.allSettled(running), longestMs, () => null);
clearInterval(sampler);
process.stdout.write(`${peak - idle}\n`);
process.exit(0);
