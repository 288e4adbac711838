import type { EndpointsEvidence } from './schema.ts';

type Host = EndpointsEvidence['hosts'][number];

/** A web host with these addresses, all of which may be reached; changes on top. */
export const endpointHost = (host: string, addresses: readonly string[] = [], changes: Partial<Host> = {}): Host => ({
  host,
  roles: ['web'],
  status: addresses.length > 0 ? 'exists' : 'no-address',
  addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4, allowed: true })),
  notProbed: [],
  ...changes,
});
