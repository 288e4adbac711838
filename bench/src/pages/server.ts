import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { medianOf } from '../service/median.ts';
import { polled } from '../service/polled.ts';
import { markdownTable } from '../table.ts';
import { anew } from './anew.ts';
import { readFrom } from './read.ts';
import type { AskedPages } from './reader.ts';
import type { Stage } from './stage.ts';

const measuredMs = 5_000;
const pollRounds = 5;
const rendersASecond = 20;
const rounds = 20;
const warming = 10;
const warmedAfterMs = 2_000;

/** Duration of an answer, and CPU time of this process meanwhile: service, renderer and client. */
interface Cost {
  ms: number;
  cpuMs: number;
}

async function costOf(url: string): Promise<Cost> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  await readFrom(url);
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 };
}

async function mediansOf(name: string, address: string): Promise<string[]> {
  const first: Cost[] = [];
  const again: Cost[] = [];
  for (let turn = 0; turn < warming + rounds; turn += 1) {
    const rendered = await costOf(anew(address, turn));
    const cached = await costOf(anew(address, turn));
    if (turn < warming) continue;
    first.push(rendered);
    again.push(cached);
  }
  const figures = (costs: readonly Cost[]): string[] => [
    medianOf(costs, ({ ms }) => ms).toFixed(1),
    Math.min(...costs.map(({ ms }) => ms)).toFixed(1),
    medianOf(costs, ({ cpuMs }) => cpuMs).toFixed(1),
  ];
  return [name, ...figures(first), ...figures(again)];
}

/** Duration of the first report page after the start, before the renderer is warm. */
export async function firstPage({ url, bad }: Stage): Promise<string> {
  await sleep(warmedAfterMs);
  const { ms } = await costOf(`${url}/audits/${bad}`);
  return `The first report page after the start took ${ms.toFixed(0)} ms.`;
}

/** Durations of a report page, first and cached, over HTTP. */
export async function renderTable({ url, bad, large }: Stage): Promise<string> {
  return markdownTable(
    ['page', 'first ms', 'least', 'CPU ms', 'cached ms', 'least', 'CPU ms'],
    [
      await mediansOf('report of bad.lab', `${url}/audits/${bad}`),
      await mediansOf('report of 2,000 findings', `${url}/audits/${large}`),
    ],
  );
}

type Polled = Awaited<ReturnType<typeof polled>>;

interface Round {
  alone: Polled;
  beside: Polled;
  pages: number;
}

/** Polls alone, then while every page is rendered anew. */
async function pollRound(url: string, id: string, round: number, reader: ChildProcess): Promise<Round> {
  const alone = await polled(url, id, async () => sleep(measuredMs));
  const asked: AskedPages = {
    address: `${url}/audits/${id}`,
    firstTurn: warming + rounds + round * rendersASecond * measuredMs,
    aSecond: rendersASecond,
    forMs: measuredMs,
  };
  let pages = 0;
  const beside = await polled(url, id, async () => {
    reader.send(asked);
    [pages] = await once(reader, 'message');
  });
  return { alone, beside, pages };
}

/** Polls alone and beside pages, alternating to average the machine's other load. */
export async function pollTable({ url, bad }: Stage): Promise<string> {
  await polled(url, bad, async () => sleep(2_000));
  const reader = fork(fileURLToPath(import.meta.resolve('./reader.ts')));
  await once(reader, 'message');
  const found: Round[] = [];
  for (let round = 0; round < pollRounds; round += 1) found.push(await pollRound(url, bad, round, reader));
  reader.disconnect();
  const pages = found.reduce((sum, one) => sum + one.pages, 0);
  const row = (name: string, count: number, of: (one: Round) => Polled): string[] => [
    name,
    String(count),
    ...[
      medianOf(found, (one) => of(one).p50Ms),
      medianOf(found, (one) => of(one).p99Ms),
      Math.min(...found.map((one) => of(one).p99Ms)),
      medianOf(found, (one) => of(one).loopP99Ms),
      medianOf(found, (one) => of(one).p99Ms / one.alone.p99Ms),
      Math.min(...found.map((one) => of(one).p99Ms / one.alone.p99Ms)),
    ].map((figure) => figure.toFixed(2)),
  ];
  return markdownTable(
    ['', 'pages', 'poll p50 ms', 'poll p99 ms', 'least', 'loop delay p99 ms', 'p99 ratio', 'least'],
    [
      row('polls alone', 0, ({ alone }) => alone),
      row(`with ${rendersASecond} pages a second`, pages, ({ beside }) => beside),
    ],
  );
}
