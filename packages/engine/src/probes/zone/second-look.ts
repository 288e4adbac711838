import { setTimeout as sleep } from 'node:timers/promises';
import { replyOf, serialIn, servesZone } from '../../evidence/zone/replies.ts';
import type { ZoneEvidence, ZoneServer } from '../../evidence/zone/schema.ts';
import type { ProbeContext } from '../probe.ts';
import { put } from './asking.ts';
import { zoneLimits } from './questions.data.ts';
import { directQuestion, zoneNames } from './questions.ts';
import type { ReplyStore } from './replies/replies.ts';

type Found = Omit<ZoneEvidence, 'lookups'>;

/** The primary and the serial that a server returns; null: it does not serve the zone. */
function versionAt(found: Found, zone: string, server: ZoneServer) {
  const reply = replyOf(found, server, 'SOA');
  if (reply === null || !servesZone(reply, zone)) return null;
  const primary = reply.answer
    .find(({ type }) => type === 'SOA')
    ?.data.split(' ')[0]
    ?.toLowerCase();
  return primary === undefined ? null : { primary, serial: serialIn(reply), hasEdns: reply.ednsPresent };
}

/** Servers of one primary with different serials: a change may be under way (RFC 1996). */
function apart(found: Found, zone: string): { server: ZoneServer; hasEdns: boolean }[] {
  const told = found.servers.flatMap((server) => {
    const version = versionAt(found, zone, server);
    return version === null ? [] : [{ server, ...version }];
  });
  const groups = [...Map.groupBy(told, ({ primary }) => primary).values()];
  return groups.filter((group) => new Set(group.map(({ serial }) => serial)).size > 1).flat();
}

/** Reads differing serials again after a while, in deep mode after a minute. */
export async function lookAgain(context: ProbeContext, found: Found, store: ReplyStore): Promise<Found> {
  const { name, parent } = found;
  const differing = name === null ? [] : apart(found, name);
  if (name === null || differing.length === 0) return found;
  const { authoritative: client, signal, target } = context;
  const afterMs = zoneLimits.laterMs[target.scanMode];
  // The audit ended first: the first results stay.
  if (!(await sleep(afterMs, true, { signal }).catch(() => false))) return found;
  const names = zoneNames(context, name, parent?.zone ?? null);
  const looked = await Promise.all(
    differing.map(async ({ server, hasEdns }) => {
      const at = { address: server.address, host: server.names[0] ?? '' };
      const answer = await put({ client, server: at, names, signal }, 'SOA-later', !hasEdns);
      const later = store.keep(answer, directQuestion('SOA-later', names).name);
      return { ...server, battery: { ...server.battery, 'SOA-later': later }, questions: client.sent(server.address) };
    }),
  );
  const byAddress = new Map(looked.map((server) => [server.address, server]));
  const servers = found.servers.map((server) => byAddress.get(server.address) ?? server);
  return { ...found, servers, secondLook: { afterMs }, questions: client.sent() };
}
