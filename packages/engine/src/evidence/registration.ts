import { z } from 'zod';

/** Whether somebody has registered a domain, and how that is known. */
export const registration = z.object({
  domain: z.string(),
  /** registered by the proof of the registry: the registry lists it, but it is not delegated. */
  status: z.enum(['registered', 'unregistered', 'unknown']),
  proof: z.enum([
    'resolver', // one resolver's word
    'name-servers', // a second word: a signed denial, two servers of the zone above, or the registry
    'registry', // the registry, and a signed denial or the servers of the zone above as well
  ]),
});
export type Registration = z.infer<typeof registration>;

/** What the registry says of a domain by RDAP; null: it has no such domain. */
export const registryRecord = z
  .object({
    /** RFC 8056, in lower case. */
    statuses: z.array(z.string()),
    expiresMs: z.int().nullable(),
    /** Where that was asked; evidence of earlier versions does not have it. */
    url: z.string().optional(),
    /** Absent in evidence of earlier versions, as what follows. */
    createdMs: z.int().nullable().optional(),
    registrar: z.string().nullable().optional(),
    /** Whether the registry has a DS; null: it does not say. */
    isSigned: z.boolean().nullable().optional(),
  })
  .nullable();
export type RegistryRecord = z.infer<typeof registryRecord>;
