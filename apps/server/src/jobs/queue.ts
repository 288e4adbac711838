import { fromKysely, PgBoss, type Job } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database/open.ts';
import type { Db, DbTransaction } from '../repositories/schema/schema.ts';
import type { Busy } from '../repositories/audits/audits.ts';
import { activeJobs } from '../repositories/queued-jobs.ts';

/**
 * Runs one audit to its end; throwing returns the job to the queue, and 'busy' postpones it. The signal ends the run
 * early.
 */
export type RunJob = (auditId: string, signal: AbortSignal) => Promise<Busy | void>;

/** What the queue needs to know of an audit. */
export interface QueuedAudit {
  id: string;
  registrableDomain: string;
  /** The job with the lowest turn is next; without a turn, at once. */
  turn?: number;
}

/** The queue of audits: durable, at-least-once, shared by all processes of the database. */
export interface AuditQueue {
  /** Queues an audit in the caller's transaction: either both are committed, or neither. */
  enqueue: (trx: DbTransaction, audit: QueuedAudit) => Promise<void>;
  /** Starts running jobs, up to `concurrency` at once; giveUp is called for audits whose retries are used up. */
  work: (concurrency: number, run: RunJob, giveUp: (auditId: string) => Promise<void>) => Promise<void>;
  /** Stops taking jobs, interrupts running ones and returns them to the queue. */
  stop: () => Promise<void>;
}

const queueName = 'audit';
const givenUpName = 'audit_given_up';

// How often an audit is retried after its process died: the audit itself may be what kills it.
const retryLimit = 8;
// The queue's minimum; with the monitoring interval below, a dead worker's audits continue within 15 s.
const heartbeatSeconds = 10;
const monitorSeconds = 2;
const expireSeconds = 1_800;
const stopTimeoutMs = 10_000;

// Two workers may take jobs of one target at the same moment; the second postpones its job by this time.
const busySeconds = 1;

// A connection that does not answer in time is replaced. The limit is generous, because creating the queue's tables
// takes longer than any query of a job.
const patience = { connectionTimeoutMillis: 4_000, query_timeout: 15_000, keepAlive: true };

const jobData = z.object({ auditId: z.string(), turn: z.int().default(0) });

async function makeQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(givenUpName, { notify: true, retryLimit: 1_000, retryDelay: 5, expireInSeconds: 60 });
  await boss.createQueue(queueName, {
    notify: true,
    retryLimit,
    // The first retry is soon, and later ones back off while the interruptions continue.
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 15,
    heartbeatSeconds,
    expireInSeconds: expireSeconds,
    deadLetter: givenUpName,
  });
}

/** Returns the jobs of a process that has ended, instead of waiting for its heartbeat to fail. */
async function giveBackInterrupted(boss: PgBoss, db: Db): Promise<void> {
  const ids = await activeJobs(db, queueName);
  if (ids.length > 0) await boss.fail(queueName, ids, { message: 'The process that ran it ended' });
}

/** Queues the audit again with a short delay and its old turn; the current job completes. */
async function putOff(
  boss: PgBoss,
  name: string,
  { data, groupId }: Pick<Job<unknown>, 'data' | 'groupId'>,
): Promise<void> {
  const { auditId, turn } = jobData.parse(data);
  const group = groupId === null || groupId === undefined ? {} : { group: { id: groupId } };
  await boss.send(name, { auditId, turn }, { startAfter: busySeconds, priority: -turn, ...group });
}

// A worker sleeps between jobs unless it is notified, even with a backlog, so each one notifies itself after a job.
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

/** Opens the queue on a database. */
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
      // At most one running audit per registrable domain: targets see only one audit of this service at a time.
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
      // Errors of connections that end during shutdown are expected.
      boss.off('error', onTrouble).on('error', () => undefined);
    },
  };
}
