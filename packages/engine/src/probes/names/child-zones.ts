import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { ChildZone, KnownName } from '../../evidence/names/schema.ts';
import { seen, unobserved, unseen } from '../../evidence/observed.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import { existenceServers } from '../../net/authoritative/existence.ts';
import type { ProbeContext } from '../probe.ts';
import { resolveName } from './resolve.ts';

const maxServers = 6;
/** Zones queried concurrently: with silent servers, one after another would take the whole audit. */
const atOnce = 4;
const nsType = typeCode('NS');

/** Servers of the domain's zone, from the zone probe. */
const parentsOf = ({ servers }: ZoneEvidence) =>
  existenceServers(
    servers.flatMap(({ address, allowed, names }) =>
      allowed ? [{ name: names[0] ?? address, addresses: [address] }] : [],
    ),
  );

const nameServersIn = (name: string, records: readonly ResourceRecord[]): string[] =>
  records.flatMap((record) =>
    record.type === nsType && record.name.toLowerCase() === name
      ? [printRdata(record.type, record.rdata).toLowerCase().replace(/\.$/, '')]
      : [],
  );

/** A zone's server names, by the first referral or answer of the parent zone's servers. */
async function delegatedTo(context: ProbeContext, zone: ZoneEvidence, name: string): Promise<string[]> {
  for (const server of parentsOf(zone)) {
    const answer = await context.authoritative.ask(
      server,
      { name, type: 'NS', mayFail: true },
      { signal: context.signal, tcp: 'limited' },
    );
    if (!answer.ok || !answer.reply.readable) continue;
    const { answers, authorities } = answer.reply.message;
    const names = nameServersIn(name, [...answers, ...authorities]);
    if (names.length > 0) return [...new Set(names)].toSorted().slice(0, maxServers);
  }
  return [];
}

async function serverFacts(context: ProbeContext, zone: string, name: string): Promise<ChildZone['servers'][number]> {
  const { status, addresses } = await resolveName(context, name);
  const [address] = addresses;
  if (address === undefined)
    return { name, address: null, rcode: unseen('unreachable', 'no-address-found', name, status) };
  if (!context.guard.check(address).allowed)
    return { name, address, rcode: unseen('blocked', 'addresses-refused', name, address) };
  const answer = await context.authoritative.ask(
    { address, host: name },
    { name: zone, type: 'SOA', mayFail: true },
    { signal: context.signal, tcp: 'limited' },
  );
  if (!answer.ok) return { name, address, rcode: unobserved(answer.failure) };
  const { reply } = answer;
  return {
    name,
    address,
    rcode: reply.readable ? seen(reply.message.responseCode) : unseen('malformed', 'message-malformed', reply.problem),
  };
}

async function childZoneOf(context: ProbeContext, zone: ZoneEvidence, name: string): Promise<ChildZone[]> {
  const servers = await delegatedTo(context, zone, name);
  if (servers.length === 0) return [];
  return [{ name, servers: await Promise.all(servers.map(async (server) => serverFacts(context, name, server))) }];
}

/** Child zones for which a resolver gets no answer, with their servers' answers. */
export async function askChildZones(
  context: ProbeContext,
  zone: ZoneEvidence,
  { inventory, most }: { inventory: readonly KnownName[]; most: number },
): Promise<ChildZone[]> {
  const silent = inventory.filter(
    ({ name, status, aliases }) => status === 'unknown' && aliases.length === 0 && name !== zone.name,
  );
  const zones: ChildZone[] = [];
  // A few at a time: if queries run out, the zones queried so far are complete.
  for (let at = 0; at < Math.min(silent.length, most); at += atOnce) {
    const few = silent.slice(at, Math.min(at + atOnce, most));
    zones.push(...(await Promise.all(few.map(async ({ name }) => childZoneOf(context, zone, name)))).flat());
  }
  return zones;
}
