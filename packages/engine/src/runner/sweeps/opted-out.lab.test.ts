import assert from 'node:assert/strict';
import { Socket as DatagramSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';
import { resolverAddress } from '@perimeter/lab/hosts/addresses';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { noOptOuts } from '../../net/opt-outs.ts';
import { readEngineSettings } from '../../settings/read-settings.ts';
import { runAudit } from '../audit.ts';

// Everything but the domain itself has opted out: then no packet may go to any address but its own and the resolver's,
// whatever refers elsewhere: name servers, mail hosts, redirects, scripts, dangling names, the certificate's
// revocation, the registry.

const reached = new Set<string>();
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^[\d.]+$|:/.test(value);

/** Records the destinations of this process's sockets: only a few files of the engine open any, all with these calls. */
function noteDestinations(): void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function noted(this: Socket, ...args: unknown[]) {
    const text = JSON.stringify(args);
    for (const [, host] of text.matchAll(/"host":"([^"]+)"/g)) if (isAddress(host)) reached.add(host);
    return Reflect.apply(connect, this, args);
  };
  const { connect: connectDatagrams } = DatagramSocket.prototype;
  DatagramSocket.prototype.connect = function noted(this: DatagramSocket, ...args: unknown[]) {
    for (const one of args) if (isAddress(one)) reached.add(one);
    Reflect.apply(connectDatagrams, this, args);
  };
}

async function addressesBelow(domain: string): Promise<Set<string>> {
  const resolver = new Resolver();
  resolver.setServers([resolverAddress]);
  const names = new Set([domain, ...endpoints.map(({ host }) => host).filter((host) => isInDomain(host, domain))]);
  for (const label of ['www', 'mail', 'mx', 'mta-sts', 'ns1', 'ns2']) names.add(`${label}.${domain}`);
  const found = await Promise.all(
    [...names].flatMap((name) => [resolver.resolve4(name).catch(() => []), resolver.resolve6(name).catch(() => [])]),
  );
  return new Set(found.flat());
}

async function destinations(domain: string, isOptedOut?: (host: string) => boolean): Promise<Set<string>> {
  const read = readEngineSettings(process.env);
  assert.ok(read.ok);
  reached.clear();
  await runAudit(
    { id: domain, domain, registrableDomain: domain, scanMode: 'deep', authority: true },
    { settings: read.settings, ...(isOptedOut === undefined ? {} : { optOuts: { ...noOptOuts, isOptedOut } }) },
  );
  return new Set(reached);
}

/** Together they refer elsewhere with every kind of record and reference. */
const domains = ['good.lab', 'bad.lab', 'deadref.lab', 'mail-only.lab', 'redirect.lab'];

for (const domain of domains) {
  labTest(`an audit of ${domain} sends nothing to anybody who opted out`, async () => {
    noteDestinations();
    const own = await addressesBelow(domain);
    const elsewhere = (all: Set<string>): string[] =>
      [...all].filter((address) => address !== resolverAddress && !own.has(address) && !address.startsWith('127.'));
    const withOptOuts = await destinations(domain, (host) => !isInDomain(host, domain));
    assert.deepEqual(elsewhere(withOptOuts), []);
    const withoutOptOuts = await destinations(domain);
    assert.ok(elsewhere(withoutOptOuts).length > 0, 'Without opt-outs it reaches others too');
  });
}
