import { proxiesTrusted } from '../identity/proxies.ts';
import { bufferLog } from '../monitoring/log-buffer.ts';
import { openMonitoring } from '../monitoring/monitoring.ts';
import { createHttp } from '../plugins/bare-server.ts';
import type { ServerSettings } from '../settings/settings.ts';
import type { Engine, Parts, Service, StandIns } from './parts.ts';
import { startRoles } from './roles.ts';
import { quietWhileStopping, warnOfLosses, watchStop } from './stopping.ts';
import { openStores } from './stores.ts';

/** Starts the service in its configured roles. Throws StartError if the operator can solve the problem. */
export async function startService(
  settings: ServerSettings,
  engine: Engine,
  standIns: StandIns = {},
): Promise<Service> {
  const stopping = watchStop();
  const http = createHttp(
    { level: settings.logLevel, stream: bufferLog(process.stderr), ...quietWhileStopping(stopping) },
    proxiesTrusted(settings.identity.trustProxy),
  );
  const { database, queue, changes } = await openStores(settings.database, warnOfLosses(http.log, stopping));
  const monitoring = await openMonitoring(http, database, settings);
  const stop = async (): Promise<void> => {
    stopping.begin();
    await Promise.all([http.close(), queue.stop()].map(stopping.survive));
    await stopping.survive(monitoring.close());
    await stopping.survive(changes.close());
    await stopping.survive(database.close());
  };
  try {
    const watched = { ...engine, runAudit: monitoring.observed(engine.runAudit) };
    const parts: Parts = { ...standIns, settings, engine: watched, http, database, queue, changes, monitoring };
    const metricsUrl = await monitoring.listen();
    return { http, ...(await startRoles(parts)), metricsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
