import Fastify from 'fastify';
import { cannotListen } from '../settings/cannot-listen.ts';
import type { Metrics } from './metrics.ts';
import type { MetricsSettings } from '../settings/metrics.ts';

/** A separate HTTP listener for monitoring. */
export interface MetricsListener {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves /metrics, /health and /ready on a separate port, so that API callers cannot reach them and workers have them
 * too.
 */
export async function listenForScrapes(
  { host, port }: NonNullable<MetricsSettings>,
  { registry }: Metrics,
  isReady: () => Promise<boolean>,
): Promise<MetricsListener> {
  const http = Fastify({ forceCloseConnections: true });
  http.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  http.get('/health', async () => ({ status: 'ok' }));
  http.get('/ready', async (_request, reply) =>
    (await isReady()) ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable' }),
  );
  try {
    return { url: await http.listen({ host, port }), close: async () => http.close() };
  } catch (error) {
    throw cannotListen('metrics', host, port, 'PERIMETER_METRICS', error);
  }
}
