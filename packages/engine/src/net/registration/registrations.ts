import type { Registration, RegistrationAnswers } from '../../evidence/registration.ts';
import type { RegistrationAsker } from './asker.ts';
import { type AskParent, noParentWord, parentDenies } from './parent-word.ts';
import { createRegistry, type Registry, type RegistryMemory } from './registry.ts';
import type { AuditHttp } from '../http/client.ts';

/** Determines whether registrable domains are registered: one instance per audit, each domain once. */
export interface Registrations {
  lookup: (domain: string, asker: RegistrationAsker) => Promise<Registration>;
  /** The registry's own record, for the audited domain. */
  registry: Registry['lookup'];
}

type Denial = RegistrationAnswers['denial'];

/** A proved signed denial of a domain; and whether proofs that its zone owes are missing, as with filtering resolvers. */
async function provedDenial(
  domain: string,
  { validator }: RegistrationAsker,
): Promise<{ denial: Denial; isOwed: boolean }> {
  const { security, reason, proof } = await validator.validate(domain, 'NS');
  const { zone, denial } = proof.at(-1) ?? {};
  if (security !== 'secure' || denial?.proves !== 'nxdomain' || denial.kind === 'none')
    return { denial: null, isOwed: security === 'bogus' || reason === 'stripped' };
  return { denial: { zone: zone ?? '.', kind: denial.kind }, isOwed: false };
}

/** Registry answers of this process, so that a popular reference is queried once a day. */
const processMemory: RegistryMemory = new Map();

/** Settings of registration lookups. */
export interface RegistrationSettings {
  http: AuditHttp;
  registries: ReadonlyMap<string, string>;
  askParent?: AskParent;
  memory?: RegistryMemory;
  nowMs?: () => number;
  /** Time limit for a registry's answer; default: the limit of an audit. */
  totalMs?: number;
}

/**
 * A domain that resolves is registered. Otherwise further sources are queried: a signed denial or the parent zone's
 * servers, then the registry, which may list a domain that is not delegated.
 */
export function createRegistrations({
  http,
  registries,
  askParent = async () => noParentWord,
  memory = processMemory,
  nowMs = () => performance.now(),
  totalMs,
}: RegistrationSettings): Registrations {
  const registry = createRegistry({ http, registries, memory, nowMs, ...(totalMs === undefined ? {} : { totalMs }) });
  const known = new Map<string, Promise<Registration>>();

  const judge = async (domain: string, asker: RegistrationAsker): Promise<Registration> => {
    const { status, cnames } = await asker.resolver.query(domain, 'NS', { signal: asker.signal });
    if (status === 'answer' || status === 'nodata') return { domain, status: 'registered', proof: 'resolver' };
    if (status !== 'nxdomain' || cnames.length > 0) return { domain, status: 'unknown', proof: 'resolver' };
    const [{ denial, isOwed }, parent, listed] = await Promise.all([
      provedDenial(domain, asker),
      askParent(domain, asker),
      registry.lookup(domain, asker),
    ]);
    const url = registry.urlOf(domain)?.href;
    const asked =
      listed.known && url !== undefined ? ({ url, status: listed.value === null ? 404 : 200 } as const) : null;
    const answers = { denial, parent: parent.answers, registry: asked };
    if (asked?.status === 200) return { domain, status: 'registered', proof: 'registry', answers };
    if (parent.isMissing) return { domain, status: 'unregistrable', proof: 'resolver', answers };
    const denies = parentDenies(parent);
    // Another resolver may have returned a delegation that ours does not see.
    if (denial === null && denies === false) return { domain, status: 'unknown', proof: 'name-servers', answers };
    const words = [denial !== null || denies === true, asked?.status === 404].filter(Boolean).length;
    if (words === 0 && isOwed) return { domain, status: 'unknown', proof: 'resolver', answers };
    const proof = words === 2 ? 'registry' : words === 1 ? 'name-servers' : 'resolver';
    return { domain, status: 'unregistered', proof, answers };
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
