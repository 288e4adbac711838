import type { PlannedAddress } from './addresses.ts';
import type { PortMeans } from './ask-port.ts';
import { portsBetweenLooks } from './limits.data.ts';

/** How port 443 handles a connection: accepted, refused, or silent. */
export type Door = 'open' | 'closed' | 'none';

type Means = Pick<PortMeans, 'context' | 'connectMs'>;

/** Tests port 443 of an address. */
export async function doorOf({ address, host }: PlannedAddress, { context, connectMs }: Means): Promise<Door> {
  const options = { signal: context.signal, timeoutMs: connectMs };
  const dialed = await context.dialer.connect({ address, host, port: 443 }, options);
  if (dialed.ok) dialed.socket.destroy();
  return dialed.ok ? 'open' : dialed.failure.reason === 'refused' ? 'closed' : 'none';
}

/** Watches whether an address still answers as before its sweep: firewalls ban scanners by dropping or refusing everything. */
export interface Watch {
  /** Its new state if it differs from the first one; null: unchanged. */
  changed: () => Door | null;
  /** Counts one more port: at intervals port 443 is tested again, without waiting. */
  count: () => void;
  /** Tests once more after the last port. */
  end: () => Promise<void>;
}

/** Watches an address by its first state. */
export function watchDoor(place: PlannedAddress, means: Means, before: Door): Watch {
  let asked = 0;
  let changed: Door | null = null;
  const look = async (): Promise<void> => {
    if (before === 'none' || changed !== null) return;
    if ((await doorOf(place, means)) === before) return;
    // One packet may be lost.
    const again = await doorOf(place, means);
    if (again !== before) changed = again;
  };
  return {
    changed: () => changed,
    count: () => {
      asked += 1;
      if (asked % portsBetweenLooks === 0) void look();
    },
    end: look,
  };
}
