import { Gauge } from 'prom-client';
import type { PoolUse } from '../database/pool.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { databaseBytes } from '../repositories/database-size.ts';
import { countAudits, countJobs, oldestJobSeconds, type Counted } from '../repositories/queued-jobs.ts';
import type { Metrics } from './metrics.ts';
import { inTime } from '@perimeter/engine/net/in-time';

// A scrape that takes longer than its interval would add load to a database that is already slow.
const collectTimeoutMs = 2_000;
const nothing = (): null => null;
/** What is read, or null where it rejects or is late: anyone who watches does not wait. */
const soon = async <T>(reading: Promise<T>): Promise<T | null> =>
  inTime(reading.catch(nothing), collectTimeoutMs, nothing);

/** Metrics shared by all processes, read from the database at each scrape; left out while the database is away. */
export function observeDatabase({ registry }: Metrics, db: Db, poolUse: () => PoolUse): void {
  const registers = [registry];
  const counts = (
    name: string,
    help: string,
    label: string,
    of: (db: Db) => Promise<Counted[]>,
    known: readonly string[],
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset();
        const read = await soon(of(db));
        for (const value of read === null ? [] : known) {
          this.set({ [label]: value }, read?.find((row) => row.name === value)?.count ?? 0);
        }
      },
    });
  counts('perimeter_audits', 'Queued and running audits, by state', 'status', countAudits, ['queued', 'in_progress']);
  counts('perimeter_queue_jobs', 'Queued and running jobs, by state', 'state', countJobs, [
    'created',
    'retry',
    'active',
  ]);
  const figure = (name: string, help: string, of: (db: Db) => Promise<number>): void => {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const read = await soon(of(db));
        if (read === null) this.remove();
        else this.set(read);
      },
    });
    registry.registerMetric(gauge);
  };
  figure('perimeter_queue_oldest_seconds', 'Age of the oldest waiting job; 0 if none waits', oldestJobSeconds);
  figure('perimeter_database_bytes', 'Size of the database on its disk', databaseBytes);
  const pool = new Gauge({
    name: 'perimeter_database_pool_connections',
    help: 'Database connections of this process: open, idle, and requests waiting for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      const { open, idle, waiting } = poolUse();
      this.set({ state: 'open' }, open);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  registry.registerMetric(pool);
}
