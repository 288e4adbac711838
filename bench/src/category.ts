// Our side of the TLS benchmark: the whole TLS category of one host's first IPv4 address, without the rest of an audit:
// node category.ts HOST standard|deep polite|unpaced|owner
import { endpointHost } from '@perimeter/engine/evidence/endpoints/example';
import type { EvidenceByKind } from '@perimeter/engine/evidence/evidence';
import { type BudgetLimits, standardLimits } from '@perimeter/engine/net/budget';
import { createDialer } from '@perimeter/engine/net/dialer';
import { createGuard } from '@perimeter/engine/net/guard';
import { createAuditHttp } from '@perimeter/engine/net/http/client';
import { readEngineSettings } from '@perimeter/engine/settings/read-settings';
import { createResolver } from '@perimeter/engine/net/resolver/resolver';
import { certificatesProbe } from '@perimeter/engine/probes/certificates/probe';
import { contextOfProbe } from '@perimeter/engine/probes/probe';
import { tlsProbe } from '@perimeter/engine/probes/tls/probe';
import { vulnerabilitiesProbe } from '@perimeter/engine/probes/vulnerabilities/probe';

const [host = '', scanMode = 'standard', pace = 'polite'] = process.argv.slice(2);
const budgets: Readonly<Record<string, BudgetLimits>> = {
  polite: standardLimits,
  unpaced: { maxOpen: standardLimits.maxOpen, perSecond: 10_000, burst: 10_000 },
  /** What an owner may allow on a server of theirs. */
  owner: { maxOpen: 16, perSecond: 80, burst: 64 },
};
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
const endpoints: EvidenceByKind['endpoints'] = {
  hosts: [endpointHost(host, [address])],
};
const http = createAuditHttp({ dialer, guard, contactUrl: settings.contactUrl });
const context = contextOfProbe({ target, guard, dialer, resolver, http, settings, signal });
const startMs = performance.now();
for (const probe of [tlsProbe, vulnerabilitiesProbe, certificatesProbe]) probe.prepare?.(context);
const { evidence: tls } = await tlsProbe.run(context, { target, endpoints });
const inventoryMs = performance.now() - startMs;
await Promise.all([
  vulnerabilitiesProbe.run(context, { target, endpoints, tls }),
  certificatesProbe.run(context, { target, endpoints, tls }),
]);
const [endpoint] = tls.endpoints;
const versions = endpoint?.versions ?? [];
const summary = {
  suitePairs: versions.reduce((sum, { suites }) => sum + suites.length, 0),
  byVersion: Object.fromEntries(versions.map(({ version, suites }) => [version, suites.length])),
  complete: versions.every(({ complete }) => complete),
  groups: versions.map(({ groups }) => groups.length),
  inventoryConnections: endpoint?.connections ?? 0,
  connections: dialer.opened,
  inventoryMs: Math.round(inventoryMs),
  scanMs: Math.round(performance.now() - startMs),
};
console.log(JSON.stringify(summary, null, 1));
process.exit(0);
