import { isBelowDomain } from '@perimeter/protocols/domain/below';
import { ipv6Of, nameServers as serverAddresses, serverNetworks } from '../hosts/addresses.ts';
import { addressesOf, endpoints, namesOf, zoneOf } from '../hosts/endpoints.ts';
import type { Endpoint } from '../hosts/endpoint.ts';
import { delegation, ipv6ReverseName, type Zone, type ZoneRecord } from './zone.ts';
import { providerZones } from './mail/realistic.data.ts';
import { mailZonesWith } from './mail/zones.ts';
import { oddDelegations } from './odd/delegations.ts';
import { childZones, dnssecZones } from './dnssec-zones.data.ts';
import { zoneFaults } from './zone-faults.data.ts';
import { brokenDelegations, dnsOnlyZones, endpointZoneExtras, type ZoneFacts } from './zones.data.ts';

const leafServers = ['ns1.nic.lab', 'ns2.nic.lab'];
const reverseOrigins = serverNetworks.map(
  (network) => `${network.split('.').slice(0, 3).toReversed().join('.')}.in-addr.arpa`,
);
const reverseOrigin6 = ipv6ReverseName('2001:db8:113::', 12);

/** Which daemon serves which zones. */
export interface ZonePlan {
  readonly leaves: readonly Zone[];
  /** Zones besides the lab's, directly below the root: reverse zones, and those of mail providers. */
  readonly outside: readonly Zone[];
  readonly tld: Zone;
  readonly root: Zone;
}

/** All zones of the lab, without the DS records that signing adds. */
export function planZones(facts: ZoneFacts): ZonePlan {
  const leaves = [
    ...endpointZones(facts),
    ...dnsOnlyZones,
    ...zoneFaults,
    ...dnssecZones,
    ...mailZonesWith(facts.mailDigests),
  ];
  const reverse = [...reverseOrigins.map((origin) => reverseZone(origin, false)), reverseZone(reverseOrigin6, true)];
  const outside = [...reverse, ...providerZones];
  const tld = tldZone(leaves);
  return { leaves: [...leaves, ...childZones], outside, tld, root: rootZone([tld, ...outside]) };
}

function endpointZones(facts: ZoneFacts): readonly Zone[] {
  const extras = endpointZoneExtras(facts);
  const origins = [...new Set(endpoints.map(({ host }) => zoneOf(host)))];
  return origins.map((origin) => {
    const addresses = endpoints
      .filter(({ host }) => zoneOf(host) === origin)
      .flatMap((endpoint) => addressRecords(endpoint, origin));
    const isMailHost = endpoints.some(({ host, ports }) => host === origin && ports.includes(25));
    const mail: readonly ZoneRecord[] = isMailHost ? [['@', 'MX', `10 ${origin}.`]] : [];
    const extra = extras[origin] ?? {};
    const issuers = origin.startsWith('cert-') ? onlyOurIssuer : [];
    const records = [...addresses, ...mail, ...issuers, ...(extra.records ?? [])];
    return { origin, nameServers: leafServers, ...extra, records };
  });
}

/** A certificate variant must differ only in its certificate, so its CAA is correct. */
const onlyOurIssuer: readonly ZoneRecord[] = [['@', 'CAA', '0 issue "pki.lab"']];

function addressRecords(endpoint: Endpoint, origin: string): readonly ZoneRecord[] {
  const owners = namesOf(endpoint).map((name) => (name === origin ? '@' : name.slice(0, -(origin.length + 1))));
  return owners.flatMap((owner) =>
    addressesOf(endpoint).map((address): ZoneRecord => [owner, address.includes(':') ? 'AAAA' : 'A', address]),
  );
}

function tldZone(children: readonly Zone[]): Zone {
  const hosts: readonly ZoneRecord[] = [
    ...hostRecords('a.nic', serverAddresses.tld),
    ...hostRecords('ns1.nic', serverAddresses.ns1),
    ...hostRecords('ns2.nic', serverAddresses.ns2),
  ];
  const delegations = children.flatMap((child) => delegation(child, 'lab'));
  const records = [...hosts, ...delegations, ...brokenDelegations, ...oddDelegations()];
  return {
    origin: 'lab',
    nameServers: ['a.nic.lab', 'ns1.nic.lab'],
    records,
    signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec3' },
  };
}

function rootZone(children: readonly Zone[]): Zone {
  const hosts: readonly ZoneRecord[] = [
    ...hostRecords('a.root.', serverAddresses.root),
    ...hostRecords('a.nic.lab.', serverAddresses.tld),
    ...hostRecords('ns1.nic.lab.', serverAddresses.ns1),
    ...hostRecords('ns2.nic.lab.', serverAddresses.ns2),
  ];
  const records = [...hosts, ...children.flatMap((child) => delegation(child, ''))];
  return { origin: '', nameServers: ['a.root'], records, signing: { algorithm: 'ECDSAP256SHA256', denial: 'nsec' } };
}

function hostRecords(owner: string, address: string): readonly ZoneRecord[] {
  return [
    [owner, 'A', address],
    [owner, 'AAAA', ipv6Of(address)],
  ];
}

function reverseZone(origin: string, ipv6: boolean): Zone {
  const records = endpoints
    .filter((endpoint) => !ipv6 || endpoint.ipv6)
    .map(({ address, host, reverse }): readonly [string, string] => [reverseName(address, ipv6), reverse ?? host])
    .filter(([name, host]) => host !== '' && isBelowDomain(name, origin))
    .map(([name, host]): ZoneRecord => [name.slice(0, -(origin.length + 1)), 'PTR', `${host}.`]);
  return { origin, nameServers: leafServers, records };
}

function reverseName(address: string, ipv6: boolean): string {
  return ipv6 ? ipv6ReverseName(ipv6Of(address)) : `${address.split('.').toReversed().join('.')}.in-addr.arpa`;
}
