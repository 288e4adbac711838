import type { AuditChanges } from '../database/changes.ts';
import type { Db } from '../repositories/schema/schema.ts';
import { networkIn, type OptedOutNetwork } from '../audits/opt-out-target.ts';
import { listOptOuts, withParents } from '../repositories/audits/opt-outs.ts';

/** The opt-out list as this process knows it: asked for each connection, so it is in memory. */
export interface OptOutList {
  /** True where the owner of the name, or of a name above it, asked not to be audited. A-labels, lower case. */
  isOptedOut: (host: string) => boolean;
  /** The network around an address whose operator asked not to be audited; null: none. */
  networkOf: (address: string) => string | null;
  /** Tells of each time that the list was read again; ends when the function that it gives is called. */
  follow: (read: () => void) => () => void;
  close: () => void;
}

/** Whether a site has addresses, and all of them lie in networks whose operators asked not to be audited. */
export const areOptedOut = (addresses: readonly string[], { networkOf }: Pick<OptOutList, 'networkOf'>): boolean =>
  addresses.length > 0 && addresses.every((address) => networkOf(address) !== null);

// Changes are announced; this bounds what a listening connection that is dead without knowing it can cost.
const rereadMs = 30_000;
const deafRereadMs = 2_000;

/** Reads the list, and again whenever it was changed. Throws where the database does not answer the first time. */
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
    // What was read while nobody would have told of a change is soon read again.
    readAtMs = changes.isListening() ? startedMs : -Infinity;
    for (const follower of followers) follower();
  };
  // One after the other: the last read is the newest.
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
