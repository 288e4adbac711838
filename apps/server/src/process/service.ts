import { oldListWarnings } from '@perimeter/engine/runner/old-lists';
import { addService, createHttp } from '../app.ts';
import { listenForChanges, type AuditChanges } from '../database/changes.ts';
import { openDatabase, type Database } from '../database/open.ts';
import type { Http } from '../http/http.ts';
import { openIdentity, proxiesTrusted, readSecrets } from '../identity/identity.ts';
import { openQueue, type AuditQueue } from '../jobs/queue.ts';
import { bufferLog } from '../monitoring/log-buffer.ts';
import { startPurging } from '../jobs/purging.ts';
import { auditRunner, giveUpAudit, type AuditRunner } from '../jobs/run-audit.ts';
import { countAudits } from '../monitoring/audits.ts';
import { observeDatabase } from '../monitoring/database.ts';
import { listenForScrapes, type MetricsListener } from '../monitoring/listener.ts';
import { makeMetrics, type Metrics } from '../monitoring/metrics.ts';
import { openDocuments } from '../documents/documents.ts';
import { prepareKeys } from '../signing/first-keys.ts';
import { readOwnSigner } from '../signing/own-signer.ts';
import { readTimeStampAuthority } from '../signing/time-stamps/authority.ts';
import { countInDatabase, countInMemory, type CountRequest } from '../rate-limits/counters.ts';
import { countPolls } from '../rate-limits/polls/count-polls.ts';
import { openOptOutList, type OptOutList } from '../caches/opt-outs.ts';
import { isDatabaseReady } from '../monitoring/readiness.ts';
import type { AuditRoutesOptions } from '../routes/audit/options.ts';
import type { ServerSettings } from '../settings/settings.ts';
import { StartError, systemReason } from '../settings/start-error.ts';
import { cacheStatuses } from '../caches/statuses.ts';
import { addTracing, startTracing, traceAudits, type Tracing } from '../monitoring/tracing.ts';

/** The running service. */
export interface Service {
  http: Http;
  /** Where it listens; null for a worker without an API. */
  url: string | null;
  /** What makes the first account; null when there is one, or no API. */
  setupToken: string | null;
  /** Where metrics are served, if they are. */
  metricsUrl: string | null;
  /** Stops accepting, lets answers finish, gives running audits back to the queue, closes the database. */
  stop: () => Promise<void>;
}

/** The engine as the service uses it: what an audit consists of, and how one is run. */
export interface Engine {
  phasesOf: AuditRoutesOptions['phasesOf'];
  runAudit: AuditRunner['runAudit'];
}

async function listen(http: Http, { host, port }: ServerSettings): Promise<string> {
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw new StartError(`Cannot listen on ${host} port ${port} (${systemReason(error)}). Set HOST or PORT`);
  }
  const address = http.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const local = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host);
  return `http://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${actual}`;
}

interface Parts {
  settings: ServerSettings;
  engine: Engine;
  http: Http;
  database: Database;
  queue: AuditQueue;
  changes: AuditChanges;
  /** Null where nobody asks for them. */
  metrics: Metrics | null;
  isReady: () => Promise<boolean>;
}

/** One process alone counts in its memory; several on one database count there, so that they count the same. */
function counterOf({ settings, database: { db, exclusive }, http, changes }: Parts): CountRequest | null {
  if (settings.rateLimits === 'off') return null;
  const polls = exclusive ? countPolls(countInMemory(), null) : countPolls(countInDatabase(db), { db, news: changes });
  http.addHook('onClose', polls.close);
  return polls.count;
}

async function watchOptOuts({ database, changes, http }: Parts): Promise<OptOutList> {
  const list = await openOptOutList(database.db, changes, (error) =>
    http.log.warn({ err: error }, 'Reading the opt-out list failed'),
  );
  http.addHook('onClose', async () => list.close());
  return list;
}

async function startRoles(parts: Parts): Promise<Pick<Service, 'url' | 'setupToken'>> {
  const { settings, engine, http, database, queue, changes, metrics, isReady } = parts;
  const { db } = database;
  let url: string | null = null;
  let setupToken: string | null = null;
  const optOuts = settings.role === 'api' ? null : await watchOptOuts(parts);
  if (settings.role !== 'api') http.addHook('onClose', startPurging(db, http.log).stop);
  if (settings.role !== 'worker') {
    const identity = await openIdentity(database, settings, http, changes);
    http.addHook('onClose', identity.close);
    ({ setupToken } = identity);
    const ownSigner = readOwnSigner(settings.signing);
    const authority = readTimeStampAuthority(settings.timeStamps);
    const { secrets, linkOrigin: origin } = identity;
    const documents = openDocuments({ db, secrets, origin, ownSigner, authority });
    http.addHook('onClose', documents.close);
    const firstKeys = await prepareKeys(documents, ownSigner, http.log);
    http.addHook('onClose', firstKeys.stop);
    await addService(http, {
      metrics,
      identity,
      count: counterOf(parts),
      db,
      queue,
      changes,
      statuses: cacheStatuses(db, changes),
      metering: settings.metering,
      documents,
      phasesOf: engine.phasesOf,
      isReady,
      web: settings.web,
    });
    url = await listen(http, settings);
  }
  if (optOuts !== null) {
    const secrets = await readSecrets(settings, db);
    const runner = { db, engine: settings.engine, runAudit: engine.runAudit, optOuts, secrets, log: http.log };
    await queue.work(settings.concurrency, auditRunner(runner), giveUpAudit(runner));
  }
  return { url, setupToken };
}

/** The engine's audits, watched by anyone who asked to. */
function observed({ phasesOf, runAudit }: Engine, metrics: Metrics | null, tracing: Tracing | null): Engine {
  const counted = metrics === null ? runAudit : countAudits(runAudit, metrics);
  return { phasesOf, runAudit: tracing === null ? counted : traceAudits(counted, tracing.trace) };
}

/** Starts the service in the roles that the settings name. Throws StartError where the operator can help. */
export async function startService(settings: ServerSettings, engine: Engine): Promise<Service> {
  const http = createHttp(
    { level: settings.logLevel, stream: bufferLog(process.stderr) },
    proxiesTrusted(settings.identity.trustProxy),
  );
  const database = await openDatabase(settings.database, (error, what) => http.log.warn({ err: error }, what));
  const queue = await openQueue(database, (error) => http.log.warn({ err: error }, 'Queue error'));
  const changes = listenForChanges(database.connection, (error) =>
    http.log.warn({ err: error }, 'Database listener error'),
  );
  const metrics = settings.metrics === null ? null : makeMetrics();
  const isReady = async (): Promise<boolean> => isDatabaseReady(database.db);
  const tracing = await startTracing(process.env, (message) => http.log.warn(message));
  if (tracing !== null) addTracing(http, tracing.trace);
  let scrapes: MetricsListener | null = null;
  const stop = async (): Promise<void> => {
    await Promise.all([http.close(), queue.stop()]);
    await Promise.all([scrapes?.close(), tracing?.stop()]);
    await changes.close();
    await database.close();
  };
  try {
    for (const warning of oldListWarnings(settings.engine, Date.now())) http.log.warn(warning);
    if (settings.metrics !== null && metrics !== null) {
      observeDatabase(metrics, database.db, database.poolUse);
      scrapes = await listenForScrapes(settings.metrics, metrics, isReady);
      http.log.info({ url: scrapes.url }, 'Metrics listener started');
    }
    const started = await startRoles({
      settings,
      engine: observed(engine, metrics, tracing),
      http,
      database,
      queue,
      changes,
      metrics,
      isReady,
    });
    return { http, ...started, metricsUrl: scrapes?.url ?? null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
