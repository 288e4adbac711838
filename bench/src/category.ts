// Our part of the TLS benchmark: the whole TLS category of a host's first IPv4 address, without the rest of an audit:
// node category.ts HOST standard|deep polite|unpaced|owner
import { endpointHost } from '@perimeter/engine/evidence/endpoints/example';
import type { EvidenceByKind } from '@perimeter/engine/evidence/evidence';
import { certificatesProbe } from '@perimeter/engine/probes/certificates/probe';
import { tlsProbe } from '@perimeter/engine/probes/tls/probe';
import { vulnerabilitiesProbe } from '@perimeter/engine/probes/vulnerabilities/probe';
import { categoryContext } from './category-context.ts';

const [host = '', scanMode = 'standard', pace = 'polite'] = process.argv.slice(2);
const { context, address, opened } = await categoryContext(host, scanMode, pace);
const { target } = context;
const endpoints: EvidenceByKind['endpoints'] = { hosts: [endpointHost(host, [address])] };
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
  connections: opened(),
  inventoryMs: Math.round(inventoryMs),
  scanMs: Math.round(performance.now() - startMs),
};
console.log(JSON.stringify(summary, null, 1));
process.exit(0);
