import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { inTime } from '@perimeter/engine/net/in-time';
import { Gauge } from 'prom-client';
import type { DatabaseSettings } from '../settings/process.ts';
import type { Metrics } from './metrics.ts';

// A file system whose network server is unreachable never answers.
const collectTimeoutMs = 1_000;
const nothing = (): null => null;

/** Free bytes on the disks of the embedded database and of temporary files, read at each scrape. */
export function observeDisk({ registry }: Metrics, database: DatabaseSettings): void {
  const directories = {
    ...(database.kind === 'embedded' ? { data: database.dataDir } : {}),
    temporary: os.tmpdir(),
  };
  const free = new Gauge({
    name: 'perimeter_disk_free_bytes',
    help: 'Free disk space for the data directory and for temporary files',
    labelNames: ['directory'],
    registers: [],
    async collect() {
      this.reset();
      for (const [directory, path] of Object.entries(directories)) {
        const found = await inTime(statfs(path).catch(nothing), collectTimeoutMs, nothing);
        if (found !== null) this.set({ directory }, found.bavail * found.bsize);
      }
    },
  });
  registry.registerMetric(free);
}
