import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { createAuthoritativeClient } from '../../net/authoritative/client.ts';
import { askParent } from '../../net/registration/parent-word.ts';
import { createDatagrams } from '../../net/datagram.ts';
import { type DialerOptions, createDialer } from '../../net/dialer.ts';
import { createValidation } from '../../net/dnssec/validation.ts';
import { createGuard } from '../../net/guard/guard.ts';
import { userAgent } from '../../net/http/user-agent.ts';
import { createAuditHttp } from '../../net/http/client.ts';
import { createRegistrations } from '../../net/registration/registrations.ts';
import { createMailMemory } from '../../net/smtp/mail-memory.ts';
import { mostQueries } from '../../net/resolver/query-budget.data.ts';
import { type Resolver, createResolver } from '../../net/resolver/resolver.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { contextOfProbe, type ProbeContext } from '../probe.ts';

/** Differences from the context of a standard audit of good.lab without network access. */
export interface ContextOptions {
  target?: Partial<TargetEvidence>;
  settings?: Partial<EngineSettings>;
  /** Default: one with the resolvers of the settings, which do not answer. */
  resolver?: Resolver;
  signal?: AbortSignal;
  dialer?: Pick<DialerOptions, 'limits' | 'refuses'>;
}

const offline: EngineSettings = {
  // An empty list would mean the system's resolvers; this port is closed.
  resolvers: [{ address: '127.0.0.1', port: 9 }],
  trustAnchors: null,
  allowNetworks: [],
  dialMap: new Map(),
  contactUrl: 'https://perimeter.test/',
  recursionName: 'example.com',
  registries: new Map(),
  smtpName: 'audit.example',
  smtpEgress: 'auto',
  nowMs: null,
};

/** The context of an audit, with the product's guard, dialer, resolver and HTTP client. */
export function testContext(options: ContextOptions = {}): ProbeContext {
  const { signal = new AbortController().signal } = options;
  const settings = { ...offline, ...options.settings };
  const { allowNetworks, dialMap, contactUrl, resolvers, registries } = settings;
  const domain = options.target?.domain ?? 'good.lab';
  const target = {
    domain,
    registrableDomain: domain,
    scanMode: 'standard',
    startedAtMs: settings.nowMs ?? 0,
    seed: 'test',
    ...options.target,
  } as const;
  const guard = createGuard({ allowNetworks });
  const dialer = createDialer({ guard, dialMap, signal, scanMode: target.scanMode, ...options.dialer });
  const datagrams = createDatagrams({ guard, dialMap, signal, ...options.dialer });
  const resolver = options.resolver ?? createResolver({ servers: resolvers, maxQueries: mostQueries[target.scanMode] });
  const http = createAuditHttp({ dialer, guard, userAgent: userAgent(contactUrl), scanMode: target.scanMode });
  const authoritative = createAuthoritativeClient({ dialer, datagrams, scanMode: target.scanMode });
  return contextOfProbe({
    target,
    guard,
    dialer,
    datagrams,
    resolver,
    authoritative,
    validator: createValidation({ resolver, trustAnchors: settings.trustAnchors, nowMs: target.startedAtMs, signal }),
    http,
    registrations: createRegistrations({
      http,
      registries,
      memory: new Map(),
      askParent,
      // A busy machine takes longer than an audit's limits.
      totalMs: 30_000,
    }),
    mail: createMailMemory(settings),
    settings,
    signal,
  });
}
