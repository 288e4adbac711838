import type { AuditChanges } from '../database/changes.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { networkIn, type OptedOutNetwork } from '../audits/opt-out-target.ts';
import { listOptOuts, withParents } from '../repositories/audits/opt-outs.ts';

/** This process's copy of the opt-out list, in memory because every connection is checked against it. */
export interface OptOutList {
  /** True if the owner of the name or of a parent domain has opted out. Takes A-labels in lower case. */
  isOptedOut: (host: string) => boolean;
  /** The opted-out network that contains an address; null if there is none. */
  networkOf: (address: string) => string | null;
  /** Calls `read` after each reload; the returned function unsubscribes. */
  follow: (read: () => void) => () => void;
  close: () => void;
}

/** True if a site has addresses and all of them are in opted-out networks. */
export const areOptedOut = (addresses: readonly string[], { networkOf }: Pick<OptOutList, 'networkOf'>): boolean =>
  addresses.length > 0 && addresses.every((address) => networkOf(address) !== null);

// Changes are announced by notification; this limits the delay if the listening connection died unnoticed.
const rereadMs = 30_000;
const deafRereadMs = 2_000;

/** Loads the list, and reloads it after every change. Throws if the database does not answer the first time. */
export async function openOptOutList(
  db: Db,
  changes: Pick<AuditChanges, 'hear' | 'isListening'>,
  onTrouble: (error: unknown) => void,
): Promise<OptOutList> {
  let domains: ReadonlySet<string> = new Set();
  let networks: readonly OptedOutNetwork[] = [];
  let readAtMs = -Infinity;
  let reading = Promise.resolve();
  const followers = new Set<() => void>();

  const read = async (): Promise<void> => {
    const startedMs = performance.now();
    const rows = await listOptOuts(db);
    domains = new Set(rows.map(({ domain }) => domain));
    networks = rows.flatMap(({ domain }) => networkIn(domain));
    // A change during a load without a listening connection would be missed: reload soon.
    readAtMs = changes.isListening() ? startedMs : -Infinity;
    for (const follower of followers) follower();
  };
  // Reloads run one at a time, so that the last result is the newest.
  const reread = (): void => {
    reading = reading.then(read).catch(onTrouble);
  };
  await read();
  changes.hear('opt_outs_changed', reread);
  const timer = setInterval(() => {
    if (!changes.isListening() || performance.now() - readAtMs >= rereadMs) reread();
  }, deafRereadMs).unref();

  return {
    isOptedOut: (host) => domains.size > 0 && withParents(host).some((name) => domains.has(name)),
    networkOf: (address) => networks.find(({ has }) => has(address))?.network ?? null,
    follow: (follower) => {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    close: () => clearInterval(timer),
  };
}
