import { z } from 'zod';

/** One address of a host, and whether the guard lets us reach it. */
export const endpointAddress = z.object({
  address: z.string(),
  family: z.union([z.literal(4), z.literal(6)]),
  allowed: z.boolean(),
  /** Name of the range that forbids it, where not allowed. */
  blockedBy: z.string().optional(),
});

/** The addresses of the target and of its www host, after the guard; at most four a family are probed. */
export const endpointsEvidence = z.object({
  hosts: z.array(
    z.object({
      host: z.string(),
      /** exists: has at least one address; otherwise why there is none. */
      status: z.enum(['exists', 'no-address', 'nxdomain', 'failed']),
      addresses: z.array(endpointAddress),
      /** Addresses beyond the cap that were not probed. */
      notProbed: z.array(z.string()),
    }),
  ),
});
export type EndpointsEvidence = z.infer<typeof endpointsEvidence>;
