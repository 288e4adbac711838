import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindZones } from '../dns/odd/bind-zones.data.ts';
import { hasSignedDns } from '../dns/sign.ts';
import { rootHintsFile } from '../dns/zone-files.ts';
import { zoneText } from '../dns/zone.ts';
import { bindServer, ipv6Of, liveServers, oddServers } from '../hosts/addresses.ts';
import { runFolder } from '../machine/paths.ts';
import { ownService, packaged, type Service, type Skipped, socketAddress } from './service.ts';

const oddPlaces = Object.values({ ...oddServers, ...liveServers }).flatMap((address) => [address, ipv6Of(address)]);

/** Name servers with faults, reached only through real referrals. */
export const faultyNameServers = (): readonly (Service | Skipped)[] =>
  hasSignedDns()
    ? [
        ownService(
          'odd-dns',
          oddPlaces.map((address) => socketAddress(address, 53)),
        ),
        bindService(),
      ]
    : [];

/** BIND in an insecure configuration: open recursion and transfers, with its version. */
function bindService(): Service | Skipped {
  const folder = join(runFolder, 'bind');
  mkdirSync(folder, { recursive: true });
  for (const zone of bindZones) writeFileSync(join(folder, zone.origin), zoneText(zone));
  const file = join(folder, 'named.conf');
  writeFileSync(file, bindConfiguration(folder));
  return packaged({
    name: 'BIND',
    command: 'named',
    package: 'bind9',
    args: ['-f', '-n', '1', '-c', file],
    listens: [`${bindServer}:53`],
  });
}

/** named.conf(5). */
function bindConfiguration(folder: string): string {
  return `options {
  directory "${folder}";
  pid-file "${folder}/pid";
  session-keyfile "${folder}/session.key";
  listen-on { ${bindServer}; };
  listen-on-v6 { ${ipv6Of(bindServer)}; };
  recursion yes;
  allow-query { any; };
  allow-recursion { any; };
  allow-query-cache { any; };
  allow-transfer { any; };
  dnssec-validation no;
  empty-zones-enable no;
  notify no;
};
controls { };
zone "." { type hint; file "${rootHintsFile}"; };
${bindZones.map(({ origin }) => `zone "${origin}" { type primary; file "${join(folder, origin)}"; };\n`).join('')}`;
}
