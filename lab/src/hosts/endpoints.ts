import type { Endpoint } from './endpoint.ts';
import { ipv6Of } from './addresses.ts';
import { certificateEndpoints } from './certificates.data.ts';
import { caaOwners } from './caa.data.ts';
import { stackSuites } from './suites.data.ts';
import { exposedEndpoints } from './exposed.data.ts';
import { flawedEndpoints } from './flawed.ts';
import { fakeEndpoints } from './fakes.data.ts';
import { hostileEndpoints } from './hostile.ts';
import { mailEndpoints } from './mail.data.ts';
import { policyEndpoints } from './policies.ts';
import { serviceEndpoints } from './services.data.ts';
import { tlsEndpoints } from './tls.data.ts';
import { webEndpoints } from './web.data.ts';

/** Every host of the lab. */
export const endpoints: readonly Endpoint[] = [
  ...webEndpoints,
  ...policyEndpoints,
  ...serviceEndpoints,
  ...mailEndpoints,
  ...tlsEndpoints.map(withSuites),
  ...certificateEndpoints.map(withCaaOwners),
  ...fakeEndpoints,
  ...flawedEndpoints,
  ...hostileEndpoints,
  ...exposedEndpoints,
];

/** A stack with everything enabled supports the suites it was built with. */
function withSuites(row: Endpoint): Endpoint {
  const suites = stackSuites[row.host];
  return suites === undefined || row.tls === undefined ? row : { ...row, tls: { ...row.tls, suites } };
}

/** Each owner of CAA records is a name of the host. */
function withCaaOwners(row: Endpoint): Endpoint {
  const records = caaOwners[row.host];
  if (records === undefined) return row;
  const owners = Object.keys(records).filter((owner) => owner !== '@');
  return { ...row, aliases: owners.map((owner) => `${owner}.${row.host}`) };
}

/** The endpoint of that name; throws when the table has none. */
export function endpoint(host: string): Endpoint {
  const found = endpoints.find((candidate) => candidate.host === host);
  if (found === undefined) throw new Error(`Looking up an endpoint: ${host} is not in the table`);
  return found;
}

/** The addresses that an endpoint listens on. */
export function addressesOf({ address, ipv4, ipv6 }: Endpoint): readonly string[] {
  return [...((ipv4 ?? true) ? [address] : []), ...(ipv6 ? [ipv6Of(address)] : [])];
}

/** All names of an endpoint. */
export function namesOf({ host, aliases = [] }: Endpoint): readonly string[] {
  return [host, ...aliases];
}

/** The zone that a name of the lab stands in: its last two labels. */
export function zoneOf(name: string): string {
  return name.split('.').slice(-2).join('.');
}
