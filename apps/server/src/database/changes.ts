import pg from 'pg';
import type { Connection } from './open.ts';

/** Somebody waiting for an audit to change. */
export interface Watch {
  /** Settles when the audit changes after watching began, after the time, or when waiting has to end; never rejects. */
  next: (timeoutMs: number) => Promise<void>;
  end: () => void;
}

/** Tells waiting requests that an audit changed, whichever process changed it. */
export interface AuditChanges {
  watch: (auditId: string) => Watch;
  /** Lets everybody go: the answers they wait to give are due now. */
  release: () => void;
  close: () => Promise<void>;
}

const retryMs = 1_000;

/** Who waits for what, kept apart from how the news arrives. */
export function makeWatchers(): {
  watch: AuditChanges['watch'];
  announce: (auditId: string) => void;
  announceAll: () => void;
} {
  const watchers = new Map<string, Set<() => void>>();
  const announce = (auditId: string): void => {
    for (const tell of watchers.get(auditId) ?? []) tell();
  };
  const announceAll = (): void => {
    for (const auditId of watchers.keys()) announce(auditId);
  };
  const watch = (auditId: string): Watch => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = watchers.get(auditId) ?? new Set();
    watchers.set(auditId, others.add(resolve));
    return {
      next: async (timeoutMs) => {
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      },
      end: () => {
        resolve();
        others.delete(resolve);
        if (others.size === 0 && watchers.get(auditId) === others) watchers.delete(auditId);
      },
    };
  };
  return { watch, announce, announceAll };
}

/** Listens on one connection of its own and comes back when it breaks; what was missed meanwhile is announced to all. */
export function listenForChanges(connection: Connection, onTrouble: (error: Error) => void): AuditChanges {
  const watchers = makeWatchers();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let state: 'open' | 'released' | 'closed' = 'open';

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ ...connection, keepAlive: true, application_name: 'perimeter listener' });
    const broken = (error: Error | null): void => {
      if (client !== fresh) return;
      client = null;
      if (state === 'closed') return;
      onTrouble(error ?? new Error('The listening connection was closed'));
      retry = setTimeout(() => void connect(), retryMs);
    };
    client = fresh;
    fresh.on('error', broken);
    fresh.on('end', () => broken(null));
    fresh.on('notification', ({ payload }) => watchers.announce((payload ?? '').split(':', 1)[0] ?? ''));
    try {
      await fresh.connect();
      await fresh.query('listen audit_changed');
      watchers.announceAll();
    } catch (error) {
      await fresh.end().catch(() => undefined);
      broken(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void connect();

  return {
    watch: (auditId) => {
      const watch = watchers.watch(auditId);
      if (state !== 'open') watch.end();
      return watch;
    },
    release: () => {
      state = state === 'closed' ? state : 'released';
      watchers.announceAll();
    },
    close: async () => {
      state = 'closed';
      clearTimeout(retry);
      watchers.announceAll();
      await client?.end().catch(() => undefined);
    },
  };
}
