import { isFiltered } from '../../evidence/dns/is-filtered.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { lookupFailed } from '../../evidence/dns/lookup.ts';
import { netFailed, type Observed, seen, unobserved } from '../../evidence/observed.ts';
import type { NeededHost, RoutingEvidence } from '../../evidence/routing/schema.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import { askBelieved } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { routingCaps } from './limits.data.ts';

/** Most addresses of one answer that are stored. */
const mostKept = 8;

/** Data of the records of a type; a failure without a usable answer. */
export function dataOf(answer: DnsAnswer, type: string): Observed<string[]> {
  if (lookupFailed(answer))
    return unobserved(answer.failure ?? netFailed('malformed', 'resolver-status', answer.status));
  return seen(answer.records.flatMap((record) => (record.type === type ? [record.data] : [])));
}

/** Addresses of a name; a filter's substitute is replaced with the name servers' answer. */
async function believedAddresses(context: ProbeContext, name: string, type: 'A' | 'AAAA'): Promise<DnsAnswer> {
  const answer = await context.resolver.query(name, type, { signal: context.signal });
  return isFiltered(answer) ? (await askBelieved(context, name, type)).answer : answer;
}

/** One host with its addresses of both families. */
async function hostOf(context: ProbeContext, role: NeededHost['role'], name: string): Promise<NeededHost> {
  const [ipv4, ipv6] = await Promise.all(
    (['A', 'AAAA'] as const).map(async (type) => {
      const found = dataOf(await believedAddresses(context, name, type), type);
      return found.known ? seen(found.value.slice(0, mostKept)) : found;
    }),
  );
  const open = unobserved(netFailed('malformed', 'nothing-answered'));
  return { name, role, ipv4: ipv4 ?? open, ipv6: ipv6 ?? open };
}

/** Mail hosts by MX: a null MX (RFC 7505) names none. */
async function mailNames({ resolver, signal, target }: ProbeContext): Promise<Observed<string[]>> {
  const found = dataOf(await resolver.query(target.domain, 'MX', { signal }), 'MX');
  if (!found.known) return found;
  const named = found.value
    .map((data) => data.split(/\s+/))
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, host = '']) => host.toLowerCase().replace(/\.$/, ''));
  return seen([...new Set(named.filter((name) => name !== ''))]);
}

const serversOf = ({ serverNames }: ZoneEvidence): NeededHost[] =>
  serverNames.map(({ name, ipv4, ipv6 }) => ({ name, role: 'name-server', ipv4, ipv6 }));

/** The hosts that the domain needs: web by name, mail by MX, and its name servers. */
export async function neededHosts(
  context: ProbeContext,
  zone: ZoneEvidence,
): Promise<Pick<RoutingEvidence, 'hosts' | 'mail'>> {
  const mail = await mailNames(context);
  const names = mail.known ? mail.value.slice(0, routingCaps[context.target.scanMode].mailHosts) : [];
  const [web, taking] = await Promise.all([
    Promise.all(webHostsOf(context.target).map(async (name) => hostOf(context, 'web', name))),
    Promise.all(names.map(async (name) => hostOf(context, 'mail', name))),
  ]);
  return {
    hosts: [...web, ...taking, ...serversOf(zone)],
    mail: mail.known ? seen(mail.value.length > 0) : mail,
  };
}
