import { ipv6Of, liveServers } from '../../hosts/addresses.ts';
import { labZones } from '../lab-zones.ts';
import { serveAt } from '../odd/server.ts';
import { keptKeys } from '../own-zone-files.ts';
import { zonesFolder } from '../zone-files.ts';
import { createLiveResponder } from './responder.ts';
import type { LiveZone } from './signed.ts';

/** The zones that our own server signs online, with their keys. */
function liveZones(): LiveZone[] {
  return labZones().leaves.flatMap((zone) => {
    const plan = zone.signing?.own;
    if (plan?.live?.by !== 'own') return [];
    const [key] = keptKeys(zonesFolder, zone, plan) ?? [];
    return key === undefined ? [] : [{ zone, key, live: plan.live }];
  });
}

/** Two days: signatures last one. */
const beganLongAgo = -2 * 86_400;

/** A zone with the signature times of one of the servers. */
const asServedBy = (server: string, zone: LiveZone): LiveZone =>
  zone.live.expiredAt === server ? { ...zone, live: { ...zone.live, beginsInSeconds: beganLongAgo } } : zone;

/** Runs the online-signing servers at their addresses. */
export async function startLiveServers(): Promise<unknown> {
  const zones = liveZones();
  return Promise.all(
    Object.entries(liveServers).flatMap(([name, address]) => {
      const respond = createLiveResponder(zones.map((zone) => asServedBy(name, zone)));
      return [address, ipv6Of(address)].map(async (host) => serveAt(host, respond));
    }),
  );
}
