import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { noPorts } from '../../evidence/ports/none.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { type PlannedAddress, plannedAddresses } from './addresses.ts';
import { askDatagrams } from './datagrams.ts';
import { type Door, doorOf } from './door.ts';
import { portTimes } from './limits.data.ts';
import { gathered, sweepAddress } from './sweep.ts';

type Needed = Pick<EvidenceByKind, 'endpoints' | 'tls' | 'certificates' | 'http' | 'behaviour'>;

/**
 * The state of port 443 before the sweep, and a time limit from its round trip. A recent connection of another probe
 * counts.
 */
async function firstLook(context: ProbeContext, place: PlannedAddress): Promise<{ connectMs: number; door: Door }> {
  const startMs = performance.now();
  const { connectLeast, connectMost, connectExtra, freshMs } = portTimes;
  const last = context.dialer.lastTaken({ address: place.address, port: 443 });
  const isFresh = last !== null && startMs - last.atMs < freshMs;
  const door = isFresh ? 'open' : await doorOf(place, { context, connectMs: connectMost });
  const tookMs = isFresh ? last.tookMs : performance.now() - startMs;
  const wanted = door === 'none' ? connectMost : 4 * tookMs + connectExtra;
  return { connectMs: Math.min(connectMost, Math.max(connectLeast, wanted)), door };
}

/** Tests the ports of the site's own addresses, with one message each at most. */
export async function probePorts(context: ProbeContext, needed: Needed): Promise<EvidenceByKind['ports']> {
  if (context.target.passive === true) return { ...noPorts, notAsked: 'passive' };
  if (needed.http.robotsBar === true) return { ...noPorts, notAsked: 'robots' };
  const planned = plannedAddresses(context, needed);
  if (planned.length === 0) return noPorts;
  const { scanMode, authority } = context.target;
  const longList = scanMode === 'deep' && authority === true;
  const [sweeps, datagrams] = await Promise.all([
    Promise.all(
      planned.map(async (address) => {
        const { connectMs, door } = await firstLook(context, address);
        return sweepAddress(address, { context, connectMs, tries: 2, longList }, door);
      }),
    ),
    longList ? askDatagrams(context, planned) : [],
  ]);
  return { notAsked: null, longList, ...gathered(sweeps), datagrams };
}

/** Services at the site's addresses: last of all, because firewalls detect port sweeps. */
export const portsProbe = defineProbe({
  kind: 'ports',
  needs: ['endpoints', 'tls', 'certificates', 'http', 'behaviour'],
  run: async (context, needed) => ({ evidence: await probePorts(context, needed) }),
});
