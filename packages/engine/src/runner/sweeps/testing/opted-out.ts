import assert from 'node:assert/strict';
import { Socket as DatagramSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { Socket } from 'node:net';
import { resolverAddress } from '@perimeter/lab/hosts/addresses';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { noOptOuts } from '../../../net/opt-outs.ts';
import { readEngineSettings } from '../../../settings/read-settings.ts';
import { runAudit } from '../../audit.ts';

// Everything but the domain itself has opted out: then no packet may go to any address but its own and the resolver's,
// whatever refers elsewhere: name servers, mail hosts, redirects, scripts, dangling names, the certificate's
// revocation, the registry.

const reached = new Set<string>();
const isAddress = (value: unknown): value is string => typeof value === 'string' && /^[\d.]+$|:/.test(value);

function note(values: Iterable<unknown>): void {
  for (const value of values) if (isAddress(value)) reached.add(value);
}

/** Where a connected datagram socket sends to; null for one that is not connected. */
function peerOf(socket: DatagramSocket): string | null {
  try {
    return socket.remoteAddress().address;
  } catch {
    return null;
  }
}

/**
 * Records the destinations of this process's sockets: only a few files of the engine open any, all with these calls.
 * Returns what ends it.
 */
function noteDestinations(): () => void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function noted(this: Socket, ...args: unknown[]) {
    note([...JSON.stringify(args).matchAll(/"host":"([^"]+)"/g)].map(([, host]) => host));
    return Reflect.apply(connect, this, args);
  };
  // Connecting a datagram socket only asks the machine for a route: what is sent counts.
  const { send } = DatagramSocket.prototype;
  DatagramSocket.prototype.send = function noted(this: DatagramSocket, ...args: unknown[]) {
    note(args);
    note([peerOf(this)]);
    Reflect.apply(send, this, args);
  };
  return () => {
    Socket.prototype.connect = connect;
    DatagramSocket.prototype.send = send;
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
  const request = { id: domain, domain, registrableDomain: domain, scanMode: 'deep', authority: true } as const;
  const optOuts = isOptedOut === undefined ? {} : { optOuts: { ...noOptOuts, isOptedOut } };
  reached.clear();
  await runAudit(request, { settings: read.settings, ...optOuts });
  return new Set(reached);
}

/** Audits domains whose neighbours have all opted out, one after the other; then one of them whose neighbours have not. */
export function testOptOuts(domains: readonly string[], control: string): void {
  labTest(`audits of ${domains.join(', ')} send nothing to anybody who opted out`, async () => {
    const end = noteDestinations();
    const elsewhere = async (domain: string, isOptedOut?: (host: string) => boolean): Promise<string[]> => {
      const own = await addressesBelow(domain);
      const all = await destinations(domain, isOptedOut);
      // Of a domain without addresses of its own, names are asked for.
      const audited = own.size === 0 ? [resolverAddress] : [...own];
      assert.ok(
        audited.some((address) => all.has(address)),
        `${domain} itself was audited`,
      );
      return [...all].filter(
        (address) => address !== resolverAddress && !own.has(address) && !address.startsWith('127.'),
      );
    };
    try {
      for (const domain of domains)
        assert.deepEqual(await elsewhere(domain, (host) => !isInDomain(host, domain)), [], domain);
      assert.ok((await elsewhere(control)).length > 0, 'Without opt-outs it reaches others too');
    } finally {
      end();
    }
  });
}
