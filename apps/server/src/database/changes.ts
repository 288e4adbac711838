import { inTime } from '@perimeter/engine/net/in-time';
import { listen } from './listener.ts';
import type { Connection } from './connection.ts';
import { otherChannels, type OtherChannel } from '../repositories/channels.ts';

/** Waits for changes of one audit. */
export interface Watch {
  /** Resolves if the audit has a newer version than this, after the time-out, or on release; never rejects. */
  beyond: (version: number, timeoutMs: number) => Promise<void>;
  end: () => void;
}

/** A subscriber to every change, for the lifetime of the process. */
export interface Follower {
  changed: (auditId: string, version: number) => void;
  /** From now on changes may be missed, until isListening returns true again. */
  lost: () => void;
}

/** Notifies waiting requests of changes of audits, made by any process. */
export interface AuditChanges {
  /** The wait also ends when the plan or credentials of one of the accounts change. */
  watch: (auditId: string, ...accountIds: readonly string[]) => Watch;
  follow: (follower: Follower) => void;
  /** Subscribes to changes of accounts' plans and credentials; changes missed while not listening are not repeated. */
  followAccounts: (changed: (accountId: string) => void) => void;
  /** Subscribes to another channel; missed notifications are not repeated. */
  hear: (channel: OtherChannel, heard: (payload: string) => void) => void;
  /** True while every committed change will be announced. */
  isListening: () => boolean;
  /** Ends all waits at once, because the service stops. */
  release: () => void;
  close: () => Promise<void>;
}

type Announce = (auditId: string, version: number) => void;

function makeWatch(): Watch & { tell: (version: number) => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let newest = 0;
  let known = Infinity;
  const tell = (version: number): void => {
    newest = Math.max(newest, version);
    if (newest > known) resolve();
  };
  return {
    tell,
    beyond: async (version, timeoutMs) => {
      known = version;
      tell(0);
      await inTime(promise, timeoutMs, () => undefined);
    },
    end: resolve,
  };
}

/** Keeps the waiting requests, independent of how changes are received. */
function makeWatchers(): { watch: AuditChanges['watch']; announce: Announce; announceAll: () => void } {
  const watchers = new Map<string, Set<ReturnType<typeof makeWatch>>>();
  const announce: Announce = (auditId, version) => {
    for (const { tell } of watchers.get(auditId) ?? []) tell(version);
  };
  return {
    watch: (...ids) => {
      const watch = makeWatch();
      for (const id of ids) watchers.set(id, (watchers.get(id) ?? new Set()).add(watch));
      const end = (): void => {
        watch.end();
        for (const id of ids) {
          const others = watchers.get(id);
          others?.delete(watch);
          if (others?.size === 0) watchers.delete(id);
        }
      };
      return { beyond: watch.beyond, end };
    },
    announce,
    announceAll: () => {
      for (const auditId of watchers.keys()) announce(auditId, Infinity);
    },
  };
}

/**
 * Listens on a separate connection and reconnects when it breaks; afterwards every change is announced as possibly
 * missed.
 */
export function listenForChanges(connection: Connection, onTrouble: (error: unknown) => void): AuditChanges {
  const watchers = makeWatchers();
  const followers: Follower[] = [];
  const accountFollowers: ((accountId: string) => void)[] = [];
  const hearers = new Map<string, ((payload: string) => void)[]>();
  let open = true;

  const notified = (channel: string, payload: string): void => {
    if (channel === 'credentials_changed') {
      for (const changed of accountFollowers) changed(payload);
      // After the caches were cleared, because the waiting requests read again.
      watchers.announce(payload, Infinity);
      return;
    }
    if (channel !== 'audit_changed') {
      for (const heard of hearers.get(channel) ?? []) heard(payload);
      return;
    }
    const [auditId = '', text] = payload.split(':');
    const version = Number(text);
    for (const { changed } of followers) changed(auditId, version);
    watchers.announce(auditId, version);
  };
  const lost = (): void => {
    for (const follower of followers) follower.lost();
  };
  const news = { notified, live: watchers.announceAll, lost };
  const listener = listen(connection, [...otherChannels, 'credentials_changed', 'audit_changed'], news, onTrouble);
  const release = (): void => {
    open = false;
    watchers.announceAll();
  };

  return {
    watch: (...ids) => {
      const watch = watchers.watch(...ids);
      if (!open) watch.end();
      return watch;
    },
    follow: (follower) => {
      followers.push(follower);
    },
    followAccounts: (changed) => {
      accountFollowers.push(changed);
    },
    hear: (channel, heard) => {
      hearers.set(channel, [...(hearers.get(channel) ?? []), heard]);
    },
    isListening: listener.isLive,
    release,
    close: async () => {
      release();
      await listener.close();
    },
  };
}
