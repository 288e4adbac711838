import { userAgent } from '@perimeter/engine/net/http/user-agent';
import { type BudgetLimits, standardLimits } from '@perimeter/engine/net/budgets/budget';
import { createAuthoritativeClient } from '@perimeter/engine/net/authoritative/client';
import { createDatagrams } from '@perimeter/engine/net/datagram';
import { createDialer } from '@perimeter/engine/net/dialer';
import { createValidation } from '@perimeter/engine/net/dnssec/validation';
import { createGuard } from '@perimeter/engine/net/guard/guard';
import { createAuditHttp } from '@perimeter/engine/net/http/client';
import { createRegistrations } from '@perimeter/engine/net/registration/registrations';
import { createMailMemory } from '@perimeter/engine/net/smtp/mail-memory';
import { createResolver } from '@perimeter/engine/net/resolver/resolver';
import { contextOfProbe, type ProbeContext } from '@perimeter/engine/probes/probe';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';

const budgets: Readonly<Record<string, BudgetLimits>> = {
  polite: standardLimits,
  unpaced: { maxOpen: standardLimits.maxOpen, perSecond: 10_000, burst: 10_000 },
  /** A budget that owners may allow for their own servers. */
  owner: { maxOpen: 16, perSecond: 80, burst: 64 },
};

/** A context for probes of one host at the given pace, and the host's first IPv4 address. */
export async function categoryContext(
  host: string,
  scanMode: string,
  pace: string,
): Promise<{ context: ProbeContext; address: string; opened: () => number }> {
  const limits = budgets[pace];
  if (limits === undefined || (scanMode !== 'standard' && scanMode !== 'deep')) throw new Error('Unknown mode or pace');
  const read = readEngineSettings(process.env);
  if (!read.ok) throw new Error(read.problems.join('; '));
  const { settings } = read;
  const { signal } = new AbortController();
  const guard = createGuard({ allowNetworks: settings.allowNetworks });
  const dialer = createDialer({ guard, dialMap: settings.dialMap, signal, limits });
  const resolver = createResolver({ servers: settings.resolvers });
  const answer = await resolver.query(host, 'A', { signal });
  const address = answer.records.find(({ type }) => type === 'A')?.data;
  if (address === undefined) throw new Error(`Resolving ${host}: ${answer.status}`);
  const target = { domain: host, registrableDomain: host, scanMode, startedAtMs: Date.now(), seed: 'bench' } as const;
  const { startedAtMs: nowMs } = target;
  const validator = createValidation({ resolver, trustAnchors: settings.trustAnchors, nowMs, signal });
  const datagrams = createDatagrams({ guard, dialMap: settings.dialMap, signal });
  const authoritative = createAuthoritativeClient({ dialer, datagrams, scanMode });
  const http = createAuditHttp({ dialer, guard, userAgent: userAgent(settings.contactUrl), scanMode });
  const registrations = createRegistrations({ http, registries: settings.registries });
  const means = {
    guard,
    dialer,
    datagrams,
    resolver,
    authoritative,
    validator,
    http,
    registrations,
    mail: createMailMemory(settings),
  };
  const context = contextOfProbe({ target, ...means, settings, signal });
  return { context, address, opened: () => dialer.opened };
}
