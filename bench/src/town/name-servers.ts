import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signNewly } from '@perimeter/lab/dns/own-zone-files';
import { zoneText, type Zone, type ZoneRecord } from '@perimeter/lab/dns/zone';
import { resolverAddress, resolverAddress6 } from '@perimeter/lab/hosts/addresses';
import { addressesAt, registryOctets, registryZone, rootOctet, townDomains, townRoot, townZone } from './domains.ts';

/** Beside the resolver of the lab. */
export const townResolver = `${resolverAddress}:5353`;

/** A daemon of the town: its network, and its command. */
export interface TownDaemon {
  readonly command: string;
  readonly args: readonly string[];
  readonly side: 'internet' | 'scanner';
}

/** ECDSA with P-256 and SHA-256 (RFC 6605). */
const plan = { keys: [{ material: 'p256', algorithm: 13 }] } as const;

/** Signs a zone into its file; returns the DS for its parent. */
function signInto(folder: string, zone: Zone, name: string): readonly ZoneRecord[] {
  const [, data = ''] = / IN DS (.*)/.exec(signNewly(folder, name, zone, plan)) ?? [];
  return [[`${zone.origin}.`, 'DS', data]];
}

/**
 * Writes all zones and settings into a folder; returns the daemons to start, and the trust anchor's file (the top-level
 * domain's key).
 */
export function prepareNameServers(folder: string): { daemons: readonly TownDaemon[]; anchor: string } {
  const leafDs = townDomains.flatMap((domain) => {
    const zone = townZone(domain);
    if (domain.signed) return signInto(folder, zone, zone.origin);
    writeFileSync(join(folder, zone.origin), zoneText(zone));
    return [];
  });
  const anchor = join(folder, 'anchor');
  const [[owner, , data] = []] = signInto(folder, registryZone(leafDs), 'bench');
  writeFileSync(anchor, `${owner} 300 IN DS ${data}\n`);
  writeFileSync(join(folder, 'root'), zoneText(townRoot));
  const leaves = townDomains.map(({ host }) => ({ name: host, file: host }));
  const daemons = [
    nsd(folder, 'nsd-root', [rootOctet], [{ name: '', file: 'root' }]),
    nsd(folder, 'nsd-registry', registryOctets, [{ name: 'bench', file: 'bench' }]),
    nsd(
      folder,
      'nsd-domains',
      townDomains.flatMap(({ nameServers }) => nameServers),
      leaves,
    ),
    unbound(folder, anchor),
  ];
  return { daemons, anchor };
}

/**
 * nsd.conf(5): one daemon for all addresses, with enough connections, because the per-address budgets add up to more
 * than the default hundred.
 */
function nsd(
  folder: string,
  role: string,
  octets: readonly number[],
  zones: readonly { name: string; file: string }[],
): TownDaemon {
  const state = join(folder, `${role}.state`);
  mkdirSync(state);
  const addresses = octets.flatMap(addressesAt).map((address) => `  ip-address: ${address}\n`);
  const clauses = zones.map(({ name, file }) => `zone:\n  name: "${name}."\n  zonefile: "${join(folder, file)}"\n`);
  const file = join(folder, `${role}.conf`);
  writeFileSync(
    file,
    `server:
${addresses.join('')}  username: ""
  database: ""
  pidfile: "${state}/pid"
  xfrdfile: "${state}/xfrd"
  xfrdir: "${state}"
  zonelistfile: "${state}/zones"
  server-count: 1
  tcp-count: 2000
  hide-version: yes
  rrl-ratelimit: 0
remote-control:
  control-enable: no
${clauses.join('')}`,
  );
  return { command: 'nsd', args: ['-d', '-c', file], side: 'internet' };
}

/** unbound.conf(5): validating, with queries from the addresses of the lab's own resolver. */
function unbound(folder: string, anchor: string): TownDaemon {
  const hints = join(folder, 'hints');
  const [root4, root6] = addressesAt(rootOctet);
  writeFileSync(hints, `. 300 IN NS a.root.\na.root. 300 IN A ${root4}\na.root. 300 IN AAAA ${root6}\n`);
  const file = join(folder, 'unbound.conf');
  writeFileSync(
    file,
    `server:
  interface: ${townResolver.replace(':', '@')}
  outgoing-interface: ${resolverAddress}
  outgoing-interface: ${resolverAddress6}
  access-control: 0.0.0.0/0 allow
  chroot: ""
  username: ""
  directory: "${folder}"
  pidfile: "${join(folder, 'unbound.pid')}"
  root-hints: "${hints}"
  trust-anchor-file: "${anchor}"
  do-daemonize: no
  use-syslog: no
  logfile: ""
  ede: yes
  module-config: "validator iterator"
remote-control:
  control-enable: no
`,
  );
  return { command: 'unbound', args: ['-d', '-c', file], side: 'scanner' };
}
