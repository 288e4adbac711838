import { fromKysely, PgBoss, type Job } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database/open.ts';
import type { Db, DbTransaction } from '../repositories/schema/schema.ts';
import type { Busy } from '../repositories/audits/audits.ts';
import { activeJobs } from '../repositories/queued-jobs.ts';

/** Runs one audit to its end; throwing gives the job back to the queue, 'busy' puts it off for a while. The signal ends the run early. */
export type RunJob = (auditId: string, signal: AbortSignal) => Promise<Busy | void>;

/** What the queue has to know of an audit. */
export interface QueuedAudit {
  id: string;
  registrableDomain: string;
  /** The smallest turn is next; without one, at once. */
  turn?: number;
}

/** The queue of audits: durable, at least once, shared by all processes on the database. */
export interface AuditQueue {
  /** Queues an audit within the caller's transaction: both stand, or neither. */
  enqueue: (trx: DbTransaction, audit: QueuedAudit) => Promise<void>;
  /** Starts running jobs, a limited number at the same time; giveUp is called for audits whose tries are used up. */
  work: (concurrency: number, run: RunJob, giveUp: (auditId: string) => Promise<void>) => Promise<void>;
  /** Stops taking jobs, ends those that run and gives them back. */
  stop: () => Promise<void>;
}

const queueName = 'audit';
const givenUpName = 'audit_given_up';

// A process that dies takes its audits along at most this often before they fail: one of them may be what kills it.
const retryLimit = 8;
// The least that the queue allows; together with the monitoring below a dead worker's audits go on within 15 s.
const heartbeatSeconds = 10;
const monitorSeconds = 2;
const expireSeconds = 1_800;
const stopTimeoutMs = 10_000;

// Two workers that look at the same moment may both take a job of one target; the second waits so long.
const busySeconds = 1;

// A connection that gave no answer in time is replaced; to make its tables may take the queue longer than any job.
const patience = { connectionTimeoutMillis: 4_000, query_timeout: 15_000, keepAlive: true };

const jobData = z.object({ auditId: z.string(), turn: z.int().default(0) });

async function makeQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(givenUpName, { notify: true, retryLimit: 1_000, retryDelay: 5, expireInSeconds: 60 });
  await boss.createQueue(queueName, {
    notify: true,
    retryLimit,
    // Soon after the first interruption, and ever later while whatever interrupts lasts.
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 15,
    heartbeatSeconds,
    expireInSeconds: expireSeconds,
    deadLetter: givenUpName,
  });
}

/** Gives back what ran in a process that is gone, instead of waiting for its heartbeat to fail. */
async function giveBackInterrupted(boss: PgBoss, db: Db): Promise<void> {
  const ids = await activeJobs(db, queueName);
  if (ids.length > 0) await boss.fail(queueName, ids, { message: 'The process that ran it ended' });
}

/** Queues the job's audit again for a little later, in the place that it had; the job itself is done. */
async function putOff(
  boss: PgBoss,
  name: string,
  { data, groupId }: Pick<Job<unknown>, 'data' | 'groupId'>,
): Promise<void> {
  const { auditId, turn } = jobData.parse(data);
  const group = groupId === null || groupId === undefined ? {} : { group: { id: groupId } };
  await boss.send(name, { auditId, turn }, { startAfter: busySeconds, priority: -turn, ...group });
}

// A worker sleeps between jobs unless woken, also when there is a backlog; so each wakes itself after a job.
async function startWorker(boss: PgBoss, name: string, handle: RunJob): Promise<void> {
  let worker = '';
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 };
  const running = name === queueName ? { heartbeatRefreshSeconds: 3, groupConcurrency: 1 } : {};
  worker = await boss.work(name, { ...polling, ...running }, async ([job]) => {
    try {
      if (job === undefined) return;
      const { auditId } = jobData.parse(job.data);
      if ((await handle(auditId, job.signal)) === 'busy') await putOff(boss, name, job);
    } finally {
      boss.notifyWorker(worker);
    }
  });
}

/** Opens the queue on the database. */
export async function openQueue(database: Database, onTrouble: (error: Error) => void): Promise<AuditQueue> {
  const boss = new PgBoss({
    ...database.connection,
    max: 4,
    ...patience,
    application_name: 'perimeter queue',
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  });
  boss.on('error', onTrouble);
  await boss.start();
  await makeQueues(boss);
  const stopping = new AbortController();
  return {
    enqueue: async (trx, audit) => {
      // The group keeps one running audit to a registrable domain: targets see one of us at a time.
      const group = { id: audit.registrableDomain };
      const turn = audit.turn ?? 0;
      const options = { db: fromKysely(trx), group, priority: -turn };
      await boss.send(queueName, { auditId: audit.id, turn }, options);
    },
    work: async (concurrency, run, giveUp) => {
      if (database.exclusive) await giveBackInterrupted(boss, database.db);
      const stoppable: RunJob = (auditId, signal) => run(auditId, AbortSignal.any([signal, stopping.signal]));
      for (let n = 0; n < concurrency; n += 1) await startWorker(boss, queueName, stoppable);
      await startWorker(boss, givenUpName, giveUp);
    },
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: stopTimeoutMs });
      // A connection that the database ends while it closes is no trouble any more.
      boss.off('error', onTrouble).on('error', () => undefined);
    },
  };
}
