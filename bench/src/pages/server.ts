import { setTimeout as sleep } from 'node:timers/promises';
import { medianOf } from '../service/median.ts';
import { polled } from '../service/polled.ts';
import { markdownTable } from '../table.ts';
import type { Stage } from './stage.ts';

const measuredMs = 20_000;
const rendersASecond = 20;
const rounds = 20;
const warming = 10;

const all = ['critical', 'high', 'medium', 'low'].map((severity) => `severity=${severity}`).join('&');

/** The whole report at an address that nobody has asked for before: naming a severity twice changes what is kept, not what is shown. */
const anew = (path: string, turn: number): string => `${path}?${all}${'&severity=low'.repeat(turn)}`;

async function timeOf(url: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}`);
  return performance.now() - started;
}

async function mediansOf(name: string, address: string): Promise<string[]> {
  const first: number[] = [];
  const again: number[] = [];
  for (let turn = 0; turn < warming + rounds; turn += 1) {
    const ms = await timeOf(anew(address, turn));
    const cached = await timeOf(anew(address, turn));
    if (turn < warming) continue;
    first.push(ms);
    again.push(cached);
  }
  return [name, ...[first, again].map((times) => medianOf(times, (ms) => ms).toFixed(1))];
}

/** How long a report page takes at first and from the cache, over HTTP. */
export async function renderTable({ url, bad, large }: Stage): Promise<string> {
  return markdownTable(
    ['page', 'first ms', 'cached ms'],
    [
      await mediansOf('report of bad.lab', `${url}/audits/${bad}`),
      await mediansOf('report of 2,000 findings', `${url}/audits/${large}`),
    ],
  );
}

/** Polls alone, and beside pages of which each is rendered anew. */
export async function pollTable({ url, bad }: Stage): Promise<string> {
  const address = `${url}/audits/${bad}`;
  const renders: Promise<number>[] = [];
  await polled(url, bad, async () => sleep(2_000));
  const alone = await polled(url, bad, async () => sleep(measuredMs));
  let turn = warming + rounds;
  const beside = await polled(url, bad, async () => {
    const pace = setInterval(() => renders.push(timeOf(anew(address, (turn += 1)))), 1_000 / rendersASecond);
    await sleep(measuredMs);
    clearInterval(pace);
  });
  const rendered = (await Promise.all(renders)).length;
  const row = (name: string, count: number, { p50Ms, p99Ms, loopP99Ms }: typeof alone): string[] => [
    name,
    String(count),
    ...[p50Ms, p99Ms, loopP99Ms].map((ms) => ms.toFixed(1)),
    (p99Ms / alone.p99Ms).toFixed(2),
  ];
  return markdownTable(
    ['', 'pages', 'poll p50 ms', 'poll p99 ms', 'loop delay p99 ms', 'p99 ratio'],
    [row('polls alone', 0, alone), row(`with ${rendersASecond} pages a second`, rendered, beside)],
  );
}
