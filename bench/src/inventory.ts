// Our side of the TLS benchmark: the inventory of one host's first IPv4 address, without the rest of an audit.
import { createDialer } from '@perimeter/engine/net/dialer';
import { createGuard } from '@perimeter/engine/net/guard';
import { readEngineSettings } from '@perimeter/engine/net/read-settings';
import { createResolver } from '@perimeter/engine/net/resolver';
import { tlsProbe } from '@perimeter/engine/probes/tls/probe';

const [host = '', budget = 'standard'] = process.argv.slice(2);
/** What an owner may allow on a server of theirs. */
const ownerLimits = { maxOpen: 16, perSecond: 80, burst: 64 };
const read = readEngineSettings(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { settings } = read;
const { signal } = new AbortController();
const guard = createGuard({ allowNetworks: settings.allowNetworks });
const limits = budget === 'owner' ? { limits: ownerLimits } : {};
const dialer = createDialer({ guard, dialMap: settings.dialMap, signal, ...limits });
const resolver = createResolver({ servers: settings.resolvers });
const startMs = performance.now();
const answer = await resolver.query(host, 'A', { signal });
const address = answer.records.find(({ type }) => type === 'A')?.data;
if (address === undefined) throw new Error(`Resolving ${host}: ${answer.status}`);
const target = {
  domain: host,
  registrableDomain: host,
  scanMode: 'deep',
  startedAtMs: Date.now(),
  seed: 'bench',
} as const;
const hosts = [{ host, status: 'exists', addresses: [{ address, family: 4, allowed: true }], notProbed: [] } as const];
const evidence = await tlsProbe.run(
  { target, guard, dialer, resolver, settings, signal },
  { target, endpoints: { hosts: hosts.map((one) => ({ ...one, addresses: [...one.addresses], notProbed: [] })) } },
);
const [endpoint] = evidence.endpoints;
const versions = endpoint?.versions ?? [];
const summary = {
  suitePairs: versions.reduce((sum, { suites }) => sum + suites.length, 0),
  byVersion: Object.fromEntries(versions.map(({ version, suites }) => [version, suites.length])),
  complete: versions.every(({ complete }) => complete),
  groups: versions.map(({ groups }) => groups.length),
  connections: endpoint?.connections ?? 0,
  scanMs: Math.round(performance.now() - startMs),
};
console.log(JSON.stringify(summary, null, 1));
