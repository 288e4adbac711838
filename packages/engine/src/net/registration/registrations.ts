import type { Registration } from '../../evidence/registration.ts';
import type { Validation } from '../dnssec/validation.ts';
import type { Resolver } from '../resolver/resolver.ts';
import { createRegistry, type Registry, type RegistryAnswer, type RegistryMemory } from './registry.ts';
import type { AuthoritativeClient } from '../authoritative/client.ts';
import type { AuditHttp } from '../http/client.ts';

/** Who asks, and how: a probe's views of the resolver, the validator and what it may ask directly. */
export interface RegistrationAsker {
  authoritative: Pick<AuthoritativeClient, 'ask'>;
  resolver: Pick<Resolver, 'query'>;
  validator: Pick<Validation, 'validate'>;
  signal: AbortSignal;
}

/** Says of registrable domains whether they have an owner: one for each audit, each domain once. */
export interface Registrations {
  lookup: (domain: string, asker: RegistrationAsker) => Promise<Registration>;
  /** What the registry itself says; for the domain that is audited. */
  registry: Registry['lookup'];
}

/** Whether the servers of the zone above deny a domain: two of them with authority; null where that could not be seen. */
export type ParentDenies = (domain: string, asker: RegistrationAsker) => Promise<boolean | null>;

async function isProvedMissing(domain: string, { validator }: RegistrationAsker): Promise<boolean> {
  const { security, proof } = await validator.validate(domain, 'NS');
  return security === 'secure' && proof.at(-1)?.denial?.proves === 'nxdomain';
}

const isOnRecord = (answer: RegistryAnswer): boolean => answer.known && answer.value !== null;
const isFree = (answer: RegistryAnswer): boolean => answer.known && answer.value === null;

/** Registry answers of this process, so that a popular reference is asked for once a day. */
const processMemory: RegistryMemory = new Map();

/** How registrations are looked up. */
export interface RegistrationSettings {
  http: AuditHttp;
  registries: ReadonlyMap<string, string>;
  parentDenies?: ParentDenies;
  memory?: RegistryMemory;
  nowMs?: () => number;
}

/**
 * A domain that resolves has an owner. One that does not is asked about again: signed denial or the servers of the zone
 * above, then its registry, which may list a domain that is not delegated.
 */
export function createRegistrations({
  http,
  registries,
  parentDenies = async () => null,
  memory = processMemory,
  nowMs = () => performance.now(),
}: RegistrationSettings): Registrations {
  const registry = createRegistry({ http, registries, memory, nowMs });
  const known = new Map<string, Promise<Registration>>();

  const judge = async (domain: string, asker: RegistrationAsker): Promise<Registration> => {
    const { status, cnames } = await asker.resolver.query(domain, 'NS', { signal: asker.signal });
    if (status === 'answer' || status === 'nodata') return { domain, status: 'registered', proof: 'resolver' };
    if (status !== 'nxdomain' || cnames.length > 0) return { domain, status: 'unknown', proof: 'resolver' };
    const [proved, denied, answer] = await Promise.all([
      isProvedMissing(domain, asker),
      parentDenies(domain, asker),
      registry.lookup(domain, asker),
    ]);
    if (isOnRecord(answer)) return { domain, status: 'registered', proof: 'registry' };
    // Another resolver may have told of a delegation that ours does not see.
    if (!proved && denied === false) return { domain, status: 'unknown', proof: 'name-servers' };
    const words = [proved || denied === true, isFree(answer)].filter(Boolean).length;
    const proof = words === 2 ? 'registry' : words === 1 ? 'name-servers' : 'resolver';
    return { domain, status: 'unregistered', proof };
  };

  return {
    registry: registry.lookup,
    lookup: (domain, asker) => {
      const running = known.get(domain) ?? judge(domain, asker);
      known.set(domain, running);
      return running;
    },
  };
}
