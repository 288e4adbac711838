import type { PlannedAddress } from './addresses.ts';
import type { PortMeans } from './ask-port.ts';
import { portsBetweenLooks } from './limits.data.ts';

/** How port 443 takes a connection: it does, it refuses, or nothing comes back. */
export type Door = 'open' | 'closed' | 'none';

type Means = Pick<PortMeans, 'context' | 'connectMs'>;

/** Tries port 443 of an address. */
export async function doorOf({ address, host }: PlannedAddress, { context, connectMs }: Means): Promise<Door> {
  const options = { signal: context.signal, timeoutMs: connectMs };
  const dialed = await context.dialer.connect({ address, host, port: 443 }, options);
  if (dialed.ok) dialed.socket.destroy();
  return dialed.ok ? 'open' : dialed.failure.reason === 'refused' ? 'closed' : 'none';
}

/** Looks whether an address still answers as it did before its sweep: firewalls ban scanners by dropping or by refusing all. */
export interface Watch {
  /** How it answers now, where that is another way than before; null: as before. */
  changed: () => Door | null;
  /** One more port was asked: every so often it is looked again, and nobody waits for it. */
  count: () => void;
  /** Looks once more, after the last port. */
  end: () => Promise<void>;
}

/** Watches an address from the way in which it answered first. */
export function watchDoor(place: PlannedAddress, means: Means, before: Door): Watch {
  let asked = 0;
  let changed: Door | null = null;
  const look = async (): Promise<void> => {
    if (before === 'none' || changed !== null) return;
    if ((await doorOf(place, means)) === before) return;
    // One packet may get lost.
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
