import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';

const healthy = z.object({ status: z.literal('ok') });

// Frequently requested by monitoring from one address, so without a rate limit.
const watched = { config: { limit: null }, schema: { hide: true, response: { 200: healthy } } };

/** Liveness, which depends on nothing else, and readiness, which says whether requests would be answered. */
export function addHealthRoutes(http: Http, isReady: () => Promise<boolean>): void {
  http.get('/health', watched, async () => ({ status: 'ok' as const }));
  http.get('/ready', watched, async () => {
    if (!(await isReady())) throw new AppError('service_unavailable', { headers: { 'retry-after': '2' } });
    return { status: 'ok' as const };
  });
}
