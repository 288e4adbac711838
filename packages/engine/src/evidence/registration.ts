import { z } from 'zod';
import { domainToRegister } from '@perimeter/protocols/domain/registration';

/** What was answered about a domain that the resolver denies, as findings quote it. */
const registrationAnswers = z.object({
  /** A signed denial: its zone and records. */
  denial: z.object({ zone: z.string(), kind: z.enum(['nsec', 'nsec3', 'compact', 'opt-out']) }).nullable(),
  /** Authoritative answers of servers of the zone above to the question for its NS records. */
  parent: z.array(z.object({ server: z.string(), address: z.string(), rcode: z.int() })),
  /** RDAP: 200, the registry lists the domain; 404, it does not. */
  registry: z.object({ url: z.string(), status: z.union([z.literal(200), z.literal(404)]) }).nullable(),
});
export type RegistrationAnswers = z.infer<typeof registrationAnswers>;

/** Whether somebody has registered a domain, and how that is known. */
export const registration = z.object({
  domain: z.string(),
  /**
   * registered by the proof of the registry: the registry lists it, but it is not delegated. unregistrable: the zone above does not
   * exist, so that nobody can register it.
   */
  status: z.enum(['registered', 'unregistered', 'unknown', 'unregistrable']),
  proof: z.enum([
    'resolver', // one resolver's word
    'name-servers', // a second word: a signed denial, two servers of the zone above, or the registry
    'registry', // the registry, and a signed denial or the servers of the zone above as well
  ]),
  /** Absent where the resolver knows the domain, and in evidence of earlier versions. */
  answers: registrationAnswers.optional(),
});
export type Registration = z.infer<typeof registration>;

/** The one gate of all references: nobody has registered the domain, and somebody can. */
export const isFree = ({ domain, status }: Pick<Registration, 'domain' | 'status'>): boolean =>
  status === 'unregistered' && domainToRegister(domain) === domain;

/** What the registry says of a domain by RDAP; null: it has no such domain. */
export const registryRecord = z
  .object({
    /** States of the registration as RFC 8056 names them, in lower case. */
    statuses: z.array(z.string()),
    expiresMs: z.int().nullable(),
    /** The URL that was queried; absent in evidence of earlier versions. */
    url: z.string().optional(),
    /** This and the following members are absent in evidence of earlier versions. */
    createdMs: z.int().nullable().optional(),
    registrar: z.string().nullable().optional(),
    /** Whether the registry has a DS; null: not stated. */
    isSigned: z.boolean().nullable().optional(),
  })
  .nullable();
export type RegistryRecord = z.infer<typeof registryRecord>;

/** RFC 8056 and RFC 3915: what registries call a registration that has ended and is being taken back. */
const endedStatuses: ReadonlySet<string> = new Set(['redemption period', 'pending delete', 'pending restore']);

/** The statuses of a registration that has ended. */
export const endedIn = ({ statuses }: NonNullable<RegistryRecord>): string[] =>
  statuses.filter((status) => endedStatuses.has(status));

/** RFC 8056: by the registrar, or by the registry; RFC 9083 section 10.2.2: by whom is not said. */
export const transferLockIn = ({ statuses }: NonNullable<RegistryRecord>): string | undefined =>
  statuses.find((status) => /^(?:(?:client |server )?transfer prohibited|locked)$/.test(status));
