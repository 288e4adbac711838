import type { Database } from '../database/open.ts';
import type { Http } from '../http/http.ts';
import type { AuditRunner } from '../jobs/audit-runner.ts';
import type { ServerSettings } from '../settings/settings.ts';
import { countAudits } from './audits.ts';
import { observeStores } from './stores.ts';
import { listenForScrapes, type MetricsListener } from './listener.ts';
import { makeMetrics, type Metrics } from './metrics.ts';
import { isDatabaseReady } from './readiness.ts';
import { addTracing, startTracing, traceAudits } from './tracing.ts';

/** Metrics and tracing of the process. */
export interface Monitoring {
  /** Null where no metrics are collected. */
  metrics: Metrics | null;
  isReady: () => Promise<boolean>;
  /** Wraps the engine's audit with metrics and traces, if they are enabled. */
  observed: (runAudit: AuditRunner['runAudit']) => AuditRunner['runAudit'];
  /** Serves the metrics if an address is configured; returns its URL. Throws StartError. */
  listen: () => Promise<string | null>;
  close: () => Promise<void>;
}

/** Opens metrics and tracing as the settings and the environment require. */
export async function openMonitoring(
  http: Http,
  { db, poolUse }: Pick<Database, 'db' | 'poolUse'>,
  { metrics: settings, database }: Pick<ServerSettings, 'metrics' | 'database'>,
): Promise<Monitoring> {
  const metrics = settings === null ? null : makeMetrics();
  const isReady = async (): Promise<boolean> => isDatabaseReady(db);
  const tracing = await startTracing(process.env, (message) => http.log.warn(message));
  if (tracing !== null) addTracing(http, tracing.trace);
  let scrapes: MetricsListener | null = null;
  return {
    metrics,
    isReady,
    observed: (runAudit) => {
      const counted = metrics === null ? runAudit : countAudits(runAudit, metrics);
      return tracing === null ? counted : traceAudits(counted, tracing.trace);
    },
    listen: async () => {
      if (settings === null || metrics === null) return null;
      observeStores(metrics, { db, poolUse }, database);
      scrapes = await listenForScrapes(settings, metrics, isReady);
      http.log.info({ url: scrapes.url }, 'Metrics listener started');
      return scrapes.url;
    },
    close: async () => {
      await Promise.all([scrapes?.close(), tracing?.stop()]);
    },
  };
}
