import { readServiceRecord, type ServiceRecord } from '@perimeter/protocols/dns/services/record';
import { parseAltSvc } from '@perimeter/protocols/http/headers/alt-svc';
import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { isMissing } from '../../evidence/dns/lookup.ts';
import { addressFamily } from '../../net/guard/guard.ts';
import { askOwners, domainsOfOthers } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

type AlternativeHost = NonNullable<BehaviourEvidence['alternatives']>[number];

/** Most hosts that are looked up; honest headers have no more. */
const maxHosts = 4;

async function lookUp(context: ProbeContext, host: string): Promise<AlternativeHost> {
  if (addressFamily(host.replaceAll(/[[\]]/g, '')) !== null) return { host, name: 'resolves', registration: null };
  const { resolver, signal } = context;
  const answer = await resolver.query(host, 'A', { signal });
  const isKnown = answer.status === 'answer' || answer.status === 'nodata';
  const name = isKnown ? 'resolves' : isMissing(answer) ? 'missing' : 'unknown';
  const [owner] = await askOwners(
    context,
    domainsOfOthers(context, [host], (one) => one),
  );
  return { host, name, registration: owner?.registration ?? null };
}

/** The other hosts in Alt-Svc values. */
export async function alternativeHosts(
  context: ProbeContext,
  altSvc: readonly string[],
  own: string,
): Promise<AlternativeHost[]> {
  const hosts = new Set(parseAltSvc(altSvc).flatMap(({ host }) => (host === null || host === own ? [] : [host])));
  return Promise.all([...hosts].slice(0, maxHosts).map(async (host) => lookUp(context, host)));
}

/** The HTTPS records of a host; only for audited names, which are queried anyway. */
export async function servicesOf({ resolver, signal, target }: ProbeContext, host: string): Promise<ServiceRecord[]> {
  if (host !== target.domain && host !== `www.${target.domain}`) return [];
  const { records } = await resolver.query(host, 'HTTPS', { signal });
  return records.flatMap(({ type, data }) => (type === 'HTTPS' ? (readServiceRecord(data) ?? []) : []));
}
