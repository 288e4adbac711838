import { canonicalName, isAtOrBelow, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { netFailed, type Observed, seen, unobserved, unseen } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';
import { inTime } from '../../net/in-time.ts';
import { lookupFailed } from '../../evidence/dns/lookup.ts';

/** The apex of the target's zone, from the resolver. */
export interface ZoneCut {
  /** Null: unknown, because the resolver has no answer about the target. */
  apex: string | null;
  /** The parent zone with its server names; null: the zone is the root, or no parent answers. */
  parent: { zone: string; ns: string[] } | null;
  /** NS names of the apex. */
  ns: Observed<string[]>;
  /** Whether the target is an alias below the apex, according to the resolver: the apex of a separate zone would look the same. */
  aliased: boolean;
}

/** The name and all its parents, the root last. */
function lineage(name: string): string[] {
  const labels = labelsOf(name);
  return [...labels.map((_, at) => joinLabels(labels.slice(at))), '.'];
}

const isZone = ({ status, cnames }: DnsAnswer): boolean => status === 'answer' && cnames.length === 0;

const namesIn = ({ records }: DnsAnswer): string[] => [...new Set(records.map(({ data }) => canonicalName(data)))];

/** The owner of the SOA in an answer about a name: its zone. */
async function apexBySoa({ resolver, signal }: ProbeContext, name: string): Promise<string | null> {
  const exchanged = await resolver.exchange(name, 'SOA', { signal });
  if (!exchanged.ok) return null;
  const soa = typeCode('SOA');
  const { answers, authorities } = exchanged.message;
  const owners = [...answers, ...authorities].filter(({ type }) => type === soa).map((one) => canonicalName(one.name));
  return owners.find((owner) => isAtOrBelow(name, owner)) ?? null;
}

/** Milliseconds to wait for the target after its parents have answered: its servers may be silent, and are queried directly. */
const patienceMs = 1_500;

/** Queries NS of the target and all its parents concurrently. */
export async function findZone(context: ProbeContext): Promise<ZoneCut> {
  const { resolver, signal, target } = context;
  const [domain, ...above] = lineage(target.domain);
  const askNs = async (name: string) => ({ name, answer: await resolver.query(name, 'NS', { signal }) });
  const asking = Promise.all([apexBySoa(context, target.domain), askNs(domain ?? '.')]);
  const answersAbove = await Promise.all(above.map(askNs));
  const [soaApex, own] = (await inTime(asking, patienceMs, () => null)) ?? [null, null];
  const zones = [...(own === null ? [] : [own]), ...answersAbove]
    .filter(({ answer }) => isZone(answer))
    .map(({ name, answer }) => ({ zone: name, ns: namesIn(answer) }));
  const isUnknown = own === null || lookupFailed(own.answer);
  const apex = soaApex ?? (isUnknown ? null : (zones[0]?.zone ?? null));
  const parent = zones.find(({ zone }) => zone !== apex && (apex === null || isAtOrBelow(apex, zone))) ?? null;
  const ns = zones.find(({ zone }) => zone === apex)?.ns;
  const aliased = soaApex !== domain && own !== null && own.answer.cnames.length > 0;
  if (ns !== undefined) return { apex, parent, ns: seen(ns.toSorted()), aliased };
  if (own === null) return { apex, parent, ns: unseen('timeout', 'resolver-silent', patienceMs), aliased };
  const { failure, status } = own.answer;
  return { apex, parent, ns: unobserved(failure ?? netFailed('malformed', 'resolver-status', status)), aliased };
}
