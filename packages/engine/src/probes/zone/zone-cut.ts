import { canonicalName, isAtOrBelow, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { netFailed, type Observed, seen, unobserved, unseen } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';
import { inTime } from '../../net/in-time.ts';

/** Where the zone of the target begins, by the resolver. */
export interface ZoneCut {
  /** Null: it is not known, because the resolver has no answer about the target. */
  apex: string | null;
  /** The zone above, with the names of its servers; null: the root is the zone, or nothing above answers. */
  parent: { zone: string; ns: string[] } | null;
  /** NS names of the apex. */
  ns: Observed<string[]>;
  /** Whether the target is an alias below the apex, by the resolver: the apex of a zone of its own would look the same. */
  aliased: boolean;
}

/** The name and all above it, the root at last. */
function lineage(name: string): string[] {
  const labels = labelsOf(name);
  return [...labels.map((_, at) => joinLabels(labels.slice(at))), '.'];
}

const isZone = ({ status, cnames }: DnsAnswer): boolean => status === 'answer' && cnames.length === 0;

const namesIn = ({ records }: DnsAnswer): string[] => [...new Set(records.map(({ data }) => canonicalName(data)))];

/** The owner of the SOA in an answer about a name: the zone that the name is in. */
async function apexBySoa({ resolver, signal }: ProbeContext, name: string): Promise<string | null> {
  const exchanged = await resolver.exchange(name, 'SOA', { signal });
  if (!exchanged.ok) return null;
  const soa = typeCode('SOA');
  const { answers, authorities } = exchanged.message;
  const owners = [...answers, ...authorities].filter(({ type }) => type === soa).map((one) => canonicalName(one.name));
  return owners.find((owner) => isAtOrBelow(name, owner)) ?? null;
}

/** Milliseconds that the target gets once the names above it have answered: its servers may be silent, and are asked themselves. */
const patienceMs = 1_500;

const isUseless = ({ status }: DnsAnswer): boolean =>
  status === 'servfail' || status === 'refused' || status === 'failed';

/** Asks for NS of the target and of every name above it, all at once. */
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
  const isUnknown = own === null || isUseless(own.answer);
  const apex = soaApex ?? (isUnknown ? null : (zones[0]?.zone ?? null));
  const parent = zones.find(({ zone }) => zone !== apex && (apex === null || isAtOrBelow(apex, zone))) ?? null;
  const ns = zones.find(({ zone }) => zone === apex)?.ns;
  const aliased = soaApex !== domain && own !== null && own.answer.cnames.length > 0;
  if (ns !== undefined) return { apex, parent, ns: seen(ns.toSorted()), aliased };
  if (own === null) return { apex, parent, ns: unseen('timeout', 'resolver-silent', patienceMs), aliased };
  const { failure, status } = own.answer;
  return { apex, parent, ns: unobserved(failure ?? netFailed('malformed', 'resolver-status', status)), aliased };
}
