import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import { seen, unseen, untested } from '../../evidence/observed.ts';
import type { ZoneEvidence } from '../../evidence/zone/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { NetSettings } from '../settings.ts';
import { routesOf } from './routes.ts';

type Found = Pick<ZoneEvidence, 'serverNames' | 'servers'>;

/** Addresses of all name servers, queried or not. */
const addressesIn = ({ serverNames, servers }: Found): string[] => [
  ...new Set([
    ...servers.map(({ address }) => address),
    ...serverNames.flatMap((server) => [...knownAddresses(server), ...server.glue]),
  ]),
];

/** The systems that announce the name servers' networks, by the operator's file; nothing is sent. */
export async function originsOf(
  { target, settings }: { target: TargetEvidence; settings: NetSettings },
  found: Found,
): Promise<Pick<ZoneEvidence, 'origins'>> {
  if (target.scanMode !== 'deep') return {};
  const path = settings.routes ?? null;
  if (path === null) return { origins: untested('routes-off') };
  const routes = await routesOf(path);
  if (!routes.ok) return { origins: unseen('malformed', 'routes-unreadable', routes.problem) };
  const { file, date, table } = routes;
  const systems = Object.fromEntries(addressesIn(found).map((address) => [address, table.originsOf(address)]));
  const unread = table.badLines === 0 ? {} : { badLines: table.badLines };
  return { origins: seen({ file, date, systems, ...unread }) };
}
