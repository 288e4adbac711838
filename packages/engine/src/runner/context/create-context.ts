import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { createDialer } from '../../net/dialer.ts';
import { createValidation } from '../../net/dnssec/validation.ts';
import { createGuard } from '../../net/guard.ts';
import { createAuditHttp } from '../../net/http/client.ts';
import { createOptOutGate } from '../../net/opt-outs.ts';
import { mostQueries } from '../../net/resolver/query-budget.data.ts';
import { createResolver } from '../../net/resolver/resolver.ts';
import type { AuditContext } from '../../probes/probe.ts';
import type { AuditOptions } from './options.ts';

/** What the probes of one audit share: its guard, dialer, resolver and HTTP client. */
export function createContext(
  target: TargetEvidence,
  { settings, memory, isOptedOut = () => false }: AuditOptions,
  signal: AbortSignal,
): AuditContext {
  const guard = createGuard({ allowNetworks: settings.allowNetworks });
  const { resolver, refuses } = createOptOutGate(
    isOptedOut,
    createResolver({ servers: settings.resolvers, maxQueries: mostQueries[target.scanMode] }),
  );
  const dialer = createDialer({ guard, dialMap: settings.dialMap, signal, refuses });
  const validator = createValidation({
    resolver,
    trustAnchors: settings.trustAnchors,
    nowMs: target.startedAtMs,
    signal,
  });
  const http = createAuditHttp({ dialer, guard, contactUrl: settings.contactUrl });
  return {
    target,
    guard,
    dialer,
    resolver,
    validator,
    http,
    settings,
    signal,
    ...(memory === undefined ? {} : { memory }),
  };
}
