import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labZones } from '../dns/lab-zones.ts';
import { keyFile } from '../dns/own-zone-files.ts';
import { zonesFolder } from '../dns/zone-files.ts';
import { type LiveSigner, type Zone, zoneText } from '../dns/zone.ts';
import { ipv6Of, liveDaemons } from '../hosts/addresses.ts';
import { runFolder } from '../machine/paths.ts';
import { packaged, type Service, type Skipped } from './service.ts';

/** Daemons that sign as they are asked, each with keys whose DS the parent has. */
export const liveNameServers = (): readonly (Service | Skipped)[] => [knotService(), powerDnsService()];

/** Zones that a daemon signs, written without signatures into an empty folder. */
function prepare(by: LiveSigner): { folder: string; zones: readonly Zone[] } {
  const folder = join(runFolder, by);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const zones = labZones().leaves.filter(({ signing }) => signing?.own?.live?.by === by);
  for (const zone of zones) writeFileSync(join(folder, zone.origin), zoneText(zone));
  return { folder, zones };
}

const keyOf = (zone: Zone): string => join(zonesFolder, keyFile(zone, 0));

type Call = readonly [command: string, ...args: readonly string[]];

/** Runs tools of a daemon one after the other, then the daemon; or says which of them failed. */
function after(calls: readonly Call[], daemon: Parameters<typeof packaged>[0]): Service | Skipped {
  const service = packaged(daemon);
  if (service.kind === 'skipped') return service;
  for (const [command, ...args] of calls) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0)
      return { kind: 'skipped', name: daemon.name, reason: `${command} ${args.join(' ')} failed: ${stderr}` };
  }
  return service;
}

function knotService(): Service | Skipped {
  const { folder, zones } = prepare('knot');
  const file = join(folder, 'knot.conf');
  writeFileSync(file, knotConfiguration(folder, zones));
  const now = ['created', 'publish', 'ready', 'active'].map((event) => `${event}=t-1d`);
  const about = ['algorithm=13', 'ksk=yes', 'zsk=yes', ...now];
  return after(
    zones.map((zone) => ['keymgr', '-c', file, zone.origin, 'import-pem', keyOf(zone), ...about]),
    {
      name: 'Knot',
      command: 'knotd',
      package: 'knot',
      args: ['-c', file],
      listens: [`${liveDaemons.knot}:53`],
    },
  );
}

/** knot.conf(5); mod-onlinesign denies by one NSEC record at the name that was asked for. */
function knotConfiguration(folder: string, zones: readonly Zone[]): string {
  const domains = zones.map(
    ({ origin }) => `  - domain: ${origin}\n    file: "${join(folder, origin)}"\n    module: mod-onlinesign/key\n`,
  );
  return `server:
  rundir: "${folder}"
  listen: [ ${liveDaemons.knot}@53, ${ipv6Of(liveDaemons.knot)}@53 ]
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
log:
  - target: stderr
    any: error
database:
  storage: "${folder}"
policy:
  - id: key
    algorithm: ecdsap256sha256
    single-type-signing: on
    manual: on
mod-onlinesign:
  - id: key
    policy: key
template:
  - id: default
    storage: "${folder}"
zone:
${domains.join('')}`;
}

function powerDnsService(): Service | Skipped {
  const { folder, zones } = prepare('powerdns');
  const keys = join(folder, 'keys.sqlite3');
  const named = zones.map(({ origin }) => `zone "${origin}" { type master; file "${join(folder, origin)}"; };\n`);
  writeFileSync(join(folder, 'named.conf'), named.join(''));
  writeFileSync(join(folder, 'pdns.conf'), powerDnsConfiguration(folder, keys));
  const pdnsutil = (...args: readonly string[]): Call => ['pdnsutil', `--config-dir=${folder}`, ...args];
  return after(
    [
      pdnsutil('create-bind-db', keys),
      ...zones.flatMap((zone) => [
        pdnsutil('import-zone-key-pem', zone.origin, keyOf(zone), '13', 'ksk'),
        pdnsutil('set-nsec3', zone.origin, '1 0 0 -', 'narrow'),
      ]),
    ],
    {
      name: 'PowerDNS',
      command: 'pdns_server',
      package: 'pdns-server',
      args: [`--config-dir=${folder}`],
      listens: [`${liveDaemons.powerdns}:53`],
    },
  );
}

/** https://doc.powerdns.com/authoritative/settings.html; the backend reads zone files, the keys stand in SQLite. */
function powerDnsConfiguration(folder: string, keys: string): string {
  return `launch=bind
bind-config=${join(folder, 'named.conf')}
bind-dnssec-db=${keys}
local-address=${liveDaemons.powerdns}, ${ipv6Of(liveDaemons.powerdns)}
socket-dir=${folder}
daemon=no
guardian=no
disable-syslog=yes
loglevel=0
receiver-threads=1
distributor-threads=1
security-poll-suffix=
version-string=anonymous
`;
}
