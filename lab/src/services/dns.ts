import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ipv6Of, nameServers, resolverAddress, resolverAddress6, unusedNetworks } from '../hosts/addresses.ts';
import { labZones } from '../dns/lab-zones.ts';
import { hasSignedDns, zoneFileName } from '../dns/sign.ts';
import { signAgain } from '../dns/own-zone-files.ts';
import { rootHintsFile, trustAnchorFile, zonesFolder } from '../dns/zone-files.ts';
import type { Zone } from '../dns/zone.ts';
import { runFolder } from '../machine/paths.ts';
import { ownService, packaged, type Service, type Skipped } from './service.ts';

/** One name server daemon per role, and the validating resolver. */
export function dnsServices(): readonly (Service | Skipped)[] {
  if (!hasSignedDns()) {
    const reason = 'nsd, unbound or ldnsutils is not installed: a small server of our own answers instead';
    const resolving: Service = { ...ownService('dns', [`${resolverAddress}:53`]), network: 'scanner' };
    const serving = ownService(
      'name-servers',
      Object.values(nameServers).map((address) => `${address}:53`),
    );
    return [{ kind: 'skipped', name: 'signed DNS', reason }, resolving, serving];
  }
  const { leaves, outside, tld, root } = labZones();
  const zonesOf = (server: 'ns1' | 'ns2'): readonly Zone[] =>
    [...leaves, ...outside].filter((zone) => zone.nameServers.includes(`${server}.nic.lab`));
  return [
    nameServer('root', [root]),
    nameServer('tld', [tld]),
    nameServer('ns1', [tld, ...zonesOf('ns1')]),
    nameServer('ns2', zonesOf('ns2')),
    resolver(),
  ];
}

function nameServer(role: keyof typeof nameServers, zones: readonly Zone[]): Service | Skipped {
  const file = join(runFolder, `nsd-${role}.conf`);
  writeFileSync(file, nsdConfiguration(role, zones));
  return packaged({
    name: `name server ${role}`,
    command: 'nsd',
    package: 'nsd',
    args: ['-d', '-c', file],
    listens: [`${nameServers[role]}:53`],
  });
}

/** nsd.conf(5): no root privileges dropped, no daemon, nothing outside the lab's folder. */
function nsdConfiguration(role: keyof typeof nameServers, zones: readonly Zone[]): string {
  const state = join(runFolder, `nsd-${role}`);
  mkdirSync(state, { recursive: true });
  const address = nameServers[role];
  return `server:
  ip-address: ${address}
  ip-address: ${ipv6Of(address)}
  username: ""
  zonesdir: "${zonesFolder}"
  database: ""
  pidfile: "${state}/pid"
  xfrdfile: "${state}/xfrd"
  xfrdir: "${state}"
  zonelistfile: "${state}/zones"
  verbosity: 0
  server-count: 1
  hide-version: yes
  rrl-ratelimit: 0
remote-control:
  control-enable: no
${zones.map(zoneClause).join('')}`;
}

function zoneClause(zone: Zone): string {
  const transfer = zone.openTransfer === true ? '  provide-xfr: 0.0.0.0/0 NOKEY\n  provide-xfr: ::/0 NOKEY\n' : '';
  return `zone:\n  name: "${zone.origin}."\n  zonefile: "${fileOf(zone)}"\n${transfer}`;
}

/** The file of a zone; one with short-lived signatures is signed again at each start. */
function fileOf(zone: Zone): string {
  const file = zoneFileName(zone);
  const own = zone.signing?.own;
  const renewed = join(runFolder, file);
  return own !== undefined && signAgain(zonesFolder, renewed, zone, own) ? renewed : file;
}

function resolver(): Service | Skipped {
  const file = join(runFolder, 'unbound.conf');
  writeFileSync(file, unboundConfiguration());
  return packaged({
    name: 'resolver',
    command: 'unbound',
    package: 'unbound',
    args: ['-d', '-c', file],
    network: 'scanner',
    listens: [`${resolverAddress}:53`],
  });
}

/**
 * unbound.conf(5). Documentation prefixes have built-in empty reverse zones, which `nodefault` takes away; no clock is forgiven. Names
 * are not minimised: where a hostile server answers each name with an alias, Unbound 1.17 then computes for a
 * second or more per query, so it would be busy for minutes after one audit.
 */
function unboundConfiguration(): string {
  return `server:
  interface: ${resolverAddress}
  interface: 127.0.0.1
  outgoing-interface: ${resolverAddress}
  outgoing-interface: ${resolverAddress6}
  access-control: 0.0.0.0/0 allow
  chroot: ""
  username: ""
  directory: "${runFolder}"
  pidfile: "${runFolder}/unbound.pid"
  root-hints: "${rootHintsFile}"
  trust-anchor-file: "${trustAnchorFile}"
  do-not-query-localhost: no
${unusedNetworks.map((network) => `  do-not-query-address: ${network}`).join('\n')}
  local-zone: "113.0.203.in-addr.arpa." nodefault
  local-zone: "2.0.192.in-addr.arpa." nodefault
  local-zone: "8.b.d.0.1.0.0.2.ip6.arpa." nodefault
  qname-minimisation: no
  do-daemonize: no
  use-syslog: no
  logfile: ""
  num-threads: 1
  outgoing-range: 512
  num-queries-per-thread: 512
  incoming-num-tcp: 64
  msg-cache-size: 4m
  rrset-cache-size: 8m
  val-log-level: 1
  val-sig-skew-min: 0
  val-sig-skew-max: 0
  ede: yes
  module-config: "validator iterator"
remote-control:
  control-enable: no
`;
}
