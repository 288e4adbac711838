import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { createAuthoritativeClient } from '../../net/authoritative/client.ts';
import { askParent } from '../../net/registration/parent-word.ts';
import { createDatagrams } from '../../net/datagram.ts';
import { createDialer } from '../../net/dialer.ts';
import { createValidation } from '../../net/dnssec/validation.ts';
import { createGuard } from '../../net/guard/guard.ts';
import { createAuditHttp } from '../../net/http/client.ts';
import { userAgent } from '../../net/http/user-agent.ts';
import { createRegistrations } from '../../net/registration/registrations.ts';
import { createOptOutGate, noOptOuts } from '../../net/opt-outs.ts';
import { mostQueries } from '../../net/resolver/query-budget.data.ts';
import { createResolver } from '../../net/resolver/resolver.ts';
import { sharedBudgetsOfProcess } from '../../net/budgets/shared-budgets.ts';
import { mailMemoryOfProcess, memoryExceptOptedOut } from '../../net/smtp/mail-memory.ts';
import type { AuditContext } from '../../probes/probe.ts';
import type { AuditOptions } from './options.ts';

/** What the probes of one audit share: its guard, dialer, resolver and HTTP client. */
export function createContext(
  target: TargetEvidence,
  { settings, memory, mail, optOuts = noOptOuts, reference, budgets: shared = sharedBudgetsOfProcess() }: AuditOptions,
  signal: AbortSignal,
): AuditContext {
  const guard = createGuard({ allowNetworks: settings.allowNetworks });
  const { resolver, refuses } = createOptOutGate(
    optOuts,
    createResolver({ servers: settings.resolvers, maxQueries: mostQueries[target.scanMode] }),
  );
  const dialer = createDialer({ guard, dialMap: settings.dialMap, signal, refuses, scanMode: target.scanMode, shared });
  const datagrams = createDatagrams({ guard, dialMap: settings.dialMap, signal, refuses, shared });
  const authoritative = createAuthoritativeClient({ dialer, datagrams, scanMode: target.scanMode });
  const validator = createValidation({
    resolver,
    trustAnchors: settings.trustAnchors,
    nowMs: target.startedAtMs,
    signal,
  });
  const http = createAuditHttp({
    dialer,
    guard,
    userAgent: userAgent(settings.contactUrl, reference),
    scanMode: target.scanMode,
    shared,
  });
  return {
    target,
    guard,
    dialer,
    datagrams,
    resolver,
    authoritative,
    validator,
    http,
    registrations: createRegistrations({
      http,
      registries: settings.registries,
      askParent,
    }),
    mail: memoryExceptOptedOut(mail ?? mailMemoryOfProcess(settings), optOuts),
    settings,
    signal,
    ...(memory === undefined ? {} : { memory }),
  };
}
