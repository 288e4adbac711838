import { z } from 'zod';
import { refusedFields } from '../refused-address.ts';

/** One address of a host, and whether the guard lets us reach it. */
export const endpointAddress = z.object({
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  allowed: z.boolean(),
  ...refusedFields,
});

/** What a host is audited as: by its name (web), by an MX or NS record of the target, or by another record (service). */
const endpointRole = z.enum(['web', 'mail', 'name-server', 'service']);
export type EndpointRole = z.infer<typeof endpointRole>;

/** The addresses of the hosts that are audited, after the guard; at most four per family are probed. */
export const endpointsEvidence = z.object({
  hosts: z.array(
    z.object({
      host: z.string(),
      roles: z.array(endpointRole).min(1),
      /** exists: has at least one address; otherwise why there is none. */
      status: z.enum(['exists', 'no-address', 'nxdomain', 'failed']),
      addresses: z.array(endpointAddress),
      /** Addresses beyond the cap that were not probed. */
      notProbed: z.array(z.string()),
    }),
  ),
});
export type EndpointsEvidence = z.infer<typeof endpointsEvidence>;
