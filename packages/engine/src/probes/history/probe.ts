import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { defineProbe } from '../probe.ts';
import { offerAt } from './offer.ts';
import { keptOfAll } from './turns.ts';

const hasTickets = ({ depth, unreachable, speaksTls, versions }: TlsEndpoint): boolean =>
  depth === 'full' &&
  unreachable === null &&
  speaksTls &&
  versions.some(
    ({ version, accepted }) => (version === 'TLSv1.2' || version === 'TLSv1.3') && accepted.known && accepted.value,
  );

/**
 * What earlier audits stored. In deep mode, a ticket from an earlier audit is offered to its endpoint again, and one
 * for a later audit is received if there is none: one connection per endpoint, and none without memory.
 */
export const historyProbe = defineProbe({
  kind: 'history',
  needs: ['tls'],
  run: async (context, { tls }) => {
    const { memory, target } = context;
    if (memory === undefined) return { evidence: { sinceMs: null, keys: [], sessions: [] } };
    const { sinceMs = null, keys = [], sessions = [], ports = [] } = memory ?? {};
    const asked = target.scanMode === 'deep' ? tls.endpoints.filter(hasTickets) : [];
    const offered = await Promise.all(asked.map((endpoint) => offerAt(context, endpoint, sessions)));
    return {
      evidence: { sinceMs, keys: [...keys], sessions: offered.flatMap(({ session }) => session ?? []), ports },
      remember: { sessions: keptOfAll(sessions, offered, target.startedAtMs) },
    };
  },
});
