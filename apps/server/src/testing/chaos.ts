import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, testSeed } from '@perimeter/protocols/testing/random';
import { inTime } from '@perimeter/engine/net/in-time';
import pg from 'pg';
import { startProcess, type ServiceProcess } from './child.ts';

/** What is done to a service of several processes, with time limits. */
export interface ChaosPlan {
  databaseUrl: string;
  apis: number;
  workers: number;
  clients: number;
  kills: number;
  maxMs: number;
  /** Minimum and maximum between two kills. */
  pauseMs: readonly [number, number];
  /** Called between kills, for additional faults. */
  afterKill?: (kill: number) => Promise<void>;
}

/** The result. */
export interface ChaosResult {
  kills: number;
  /** Audits whose start was answered with 202. */
  answered: number;
  completed: number;
  /** Answered audits that do not exist or are not completed at the end. */
  lost: number;
  /** Failed audits by code and phase; none is expected. */
  failures: string[];
  /** Audits that have not ended a minute after the last kill. */
  stuck: number;
  /** Audits not charged exactly once, or started twice under one Idempotency-Key. */
  doubleCharged: number;
  /** Milliseconds from the last kill until every audit had ended. */
  settledMs: number;
  /** Answers that were neither a success nor a problem that allows a retry. */
  wrongAnswers: string[];
}

/** Says which process is killed and when; what the machine does between is chance. */
const random = randomFrom(testSeed);
const settleWithinMs = 60_000;
const env = { TEST_PHASE_MS: '40', PERIMETER_LOG_LEVEL: 'silent' };
const between = ([least, most]: readonly [number, number]): number => least + random() * (most - least);

/** A process that is restarted whenever it was killed. */
interface Slot {
  process: ServiceProcess | null;
  start: () => Promise<void>;
}

const slotOf = (role: 'api' | 'worker', databaseUrl: string): Slot => {
  const slot: Slot = {
    process: null,
    start: async () => {
      slot.process = await startProcess({ ...env, DATABASE_URL: databaseUrl, PERIMETER_ROLE: role });
    },
  };
  return slot;
};

/** Sends a request to a live API; null if that was killed before it answered. */
async function ask(apis: readonly Slot[], path: string, init: RequestInit = {}): Promise<Response | null> {
  const live = apis.flatMap(({ process }) => (process === null ? [] : [process.url]));
  const url = live[Math.floor(random() * live.length)];
  if (url === undefined) return null;
  return fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(40_000) }).catch(() => null);
}

interface Client {
  answered: string[];
  wrongAnswers: string[];
}

const mayRetry = new Set([409, 429, 503]);

/** Starts one audit, retrying with one Idempotency-Key until answered, and follows it to its end. */
async function oneAudit(apis: readonly Slot[], domain: string, client: Client, isOver: () => boolean): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `chaos-${domain}` };
  const init = { method: 'POST', headers, body: JSON.stringify({ domain }) };
  let id = '';
  while (id === '' && !isOver()) {
    const answer = await ask(apis, '/api/audit/start', init);
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 202 && typeof text === 'string') id = auditStarted.parse(JSON.parse(text)).id;
    else if (answer !== null && !mayRetry.has(answer.status)) client.wrongAnswers.push(`${answer.status} ${text}`);
    if (id === '') await sleep(50);
  }
  if (id === '') return;
  client.answered.push(id);
  for (let state: AuditState | null = null; state?.status !== 'completed' && !isOver();) {
    const answer = await ask(apis, `/api/audit/${id}`, { headers: { prefer: 'wait=2' } });
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 200 && typeof text === 'string') state = auditState.parse(JSON.parse(text));
    else if (answer !== null && !mayRetry.has(answer.status)) client.wrongAnswers.push(`${answer.status} ${text}`);
    if (state?.status === 'failed') return;
    if (answer?.status !== 200) await sleep(50);
  }
}

async function rowsOf<T extends pg.QueryResultRow>(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<T>(statement, values);
  await client.end();
  return rows;
}

async function countWith(databaseUrl: string, statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(databaseUrl, statement, values);
  return Number(row?.count);
}

const failed = `select failure->>'code' || ' in ' || current_phase as failure from audits where status = 'failed'`;

const charged = `
  select count(*) from (
    select a.id from audits a left join credit_entries c on c.audit_id = a.id
    where a.status = 'completed' group by a.id having coalesce(sum(c.amount), 0) <> 1
    union all
    select min(id::text)::uuid from audits group by domain having count(*) > 1
  ) wrong`;

async function settle(databaseUrl: string): Promise<{ stuck: number; settledMs: number }> {
  const startMs = performance.now();
  const unended = `select count(*) from audits where status in ('queued', 'in_progress')`;
  for (;;) {
    const stuck = await countWith(databaseUrl, unended);
    const settledMs = performance.now() - startMs;
    if (stuck === 0 || settledMs > settleWithinMs) return { stuck, settledMs };
    await sleep(200);
  }
}

async function killThem(slots: readonly Slot[], plan: ChaosPlan): Promise<number> {
  const endMs = performance.now() + plan.maxMs;
  let kills = 0;
  const restarting = new Set<Promise<void>>();
  while (kills < plan.kills && performance.now() < endMs) {
    await sleep(between(plan.pauseMs));
    const live = slots.filter(({ process }) => process !== null);
    const slot = live[Math.floor(random() * live.length)];
    if (slot === undefined) continue;
    const victim = slot.process;
    slot.process = null;
    await victim?.end('SIGKILL');
    kills += 1;
    const restarted = slot.start().finally(() => restarting.delete(restarted));
    restarting.add(restarted);
    await plan.afterKill?.(kills);
  }
  await Promise.all(restarting);
  return kills;
}

/** Kills processes of a service at random times while clients start and follow audits, then counts losses. */
export async function runChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const apis = Array.from({ length: plan.apis }, () => slotOf('api', plan.databaseUrl));
  const workers = Array.from({ length: plan.workers }, () => slotOf('worker', plan.databaseUrl));
  const slots = [...apis, ...workers];
  await Promise.all(slots.map(async ({ start }) => start()));
  const client: Client = { answered: [], wrongAnswers: [] };
  const phase = { stops: false, over: false };
  const clients = Array.from({ length: plan.clients }, async (_, c) => {
    for (let n = 0; !phase.stops; n += 1) await oneAudit(apis, `chaos-${c}-${n}.net`, client, () => phase.over);
  });
  try {
    const kills = await killThem(slots, plan);
    phase.stops = true;
    const settled = await settle(plan.databaseUrl);
    await inTime(Promise.all(clients), 5_000, () => null);
    const uuids = client.answered.map((id) => id.slice(4));
    const completed = await countWith(
      plan.databaseUrl,
      `select count(*) from audits where status = 'completed' and id = any($1::uuid[])`,
      [uuids],
    );
    const doubleCharged = await countWith(plan.databaseUrl, charged);
    const failures = (await rowsOf<{ failure: string }>(plan.databaseUrl, failed)).map(({ failure }) => failure);
    const answered = uuids.length;
    const { wrongAnswers } = client;
    return {
      kills,
      answered,
      completed,
      lost: answered - completed,
      failures,
      doubleCharged,
      wrongAnswers,
      ...settled,
    };
  } finally {
    phase.stops = true;
    phase.over = true;
    await Promise.all(slots.map(async ({ process }) => process?.end('SIGKILL')));
    await Promise.all(clients);
  }
}
