import type { EndpointRole, EndpointsEvidence } from './schema.ts';

type Host = EndpointsEvidence['hosts'][number];

/** The hosts that have a role, in the order of the evidence. */
export const hostsWith = ({ hosts }: EndpointsEvidence, role: EndpointRole): Host[] =>
  hosts.filter(({ roles }) => roles.includes(role));

/** Every address of a role's hosts that may be reached, once, with the first host that has it. */
export function addressesWith(endpoints: EndpointsEvidence, role: EndpointRole): { host: string; address: string }[] {
  const hosts = new Map<string, string>();
  for (const { host, addresses } of hostsWith(endpoints, role)) {
    for (const { address, allowed } of addresses) if (allowed && !hosts.has(address)) hosts.set(address, host);
  }
  return [...hosts].map(([address, host]) => ({ host, address }));
}
