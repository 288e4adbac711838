import type { Endpoint } from './endpoint.ts';
import { ipv6Of } from './addresses.ts';
import { certificateEndpoints } from './endpoints.certificates.data.ts';
import { fakeEndpoints } from './endpoints.fakes.data.ts';
import { hostileEndpoints } from './endpoints.hostile.data.ts';
import { serviceEndpoints } from './endpoints.services.data.ts';
import { tlsEndpoints } from './endpoints.tls.data.ts';
import { webEndpoints } from './endpoints.web.data.ts';

/** Every host of the lab. */
export const endpoints: readonly Endpoint[] = [
  ...webEndpoints,
  ...serviceEndpoints,
  ...tlsEndpoints,
  ...certificateEndpoints,
  ...fakeEndpoints,
  ...hostileEndpoints,
];

/** The endpoint of that name; throws when the table has none. */
export function endpoint(host: string): Endpoint {
  const found = endpoints.find((candidate) => candidate.host === host);
  if (found === undefined) throw new Error(`Looking up an endpoint: ${host} is not in the table`);
  return found;
}

/** The addresses that an endpoint listens on. */
export function addressesOf({ address, ipv6 }: Endpoint): readonly string[] {
  return ipv6 ? [address, ipv6Of(address)] : [address];
}

/** All names of an endpoint. */
export function namesOf({ host, aliases = [] }: Endpoint): readonly string[] {
  return [host, ...aliases];
}

/** The zone that a name of the lab stands in: its last two labels. */
export function zoneOf(name: string): string {
  return name.split('.').slice(-2).join('.');
}
