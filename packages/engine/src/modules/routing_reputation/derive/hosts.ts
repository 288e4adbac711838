import { recordsAt } from '../../../catalogue/dig.ts';
import { type Location, type Why, asWhy, whyAt, whyBy } from '../../../catalogue/outcome.ts';
import { knownAddresses } from '../../../evidence/dns/known-addresses.ts';
import { addressFamily } from '../../../evidence/routing/prefix.ts';
import type { NeededHost, UsedAddress } from '../../../evidence/routing/schema.ts';
import type { Routing } from '../../derive/subjects/routing.ts';

/** Why nothing was seen over IPv6. */
export const noIpv6Here: Why = whyBy('no-ipv6-here');

/** Known addresses of a host in one family. */
export const ofFamily = (host: NeededHost, family: 4 | 6): readonly string[] => {
  const found = family === 4 ? host.ipv4 : host.ipv6;
  return found.known ? found.value : [];
};

/** Which hosts have unknown addresses, and why. */
export const addressGaps = (hosts: readonly NeededHost[]): Why[] =>
  hosts.flatMap(({ name, ipv4, ipv6 }) =>
    [ipv4, ipv6].flatMap((one) => (one.known ? [] : [whyAt(name, asWhy(one.failure))])),
  );

/** Hosts with one role. */
export const hostsOf = ({ hosts }: Routing, role: NeededHost['role']): NeededHost[] =>
  hosts.filter((host) => host.role === role);

const roleWords: Readonly<Record<NeededHost['role'], string>> = {
  web: 'web',
  mail: 'mail',
  'name-server': 'name server',
};

/** Which hosts have the address: `www.example.com (web)`. */
export const usersOf = ({ hosts }: Pick<Routing, 'hosts'>, { address }: Pick<UsedAddress, 'address'>): string[] => [
  ...new Set(
    hosts.flatMap((host) => (knownAddresses(host).includes(address) ? [`${host.name} (${roleWords[host.role]})`] : [])),
  ),
];

/** The type of records that hold the address. */
export const recordTypeOf = (address: string): 'A' | 'AAAA' => (addressFamily(address) === 4 ? 'A' : 'AAAA');

/** The record of the first host that has the address. */
export function recordOf({ hosts, domain }: Routing, address: string): Location {
  const host = hosts.find((one) => knownAddresses(one).includes(address));
  return recordsAt(domain, recordTypeOf(address), host?.name);
}

/** Whether a host with one of these roles has the address. */
export const isUsedBy = ({ hosts }: Routing, address: string, ...roles: readonly NeededHost['role'][]): boolean =>
  hosts.some((host) => roles.includes(host.role) && knownAddresses(host).includes(address));
