import { inTime } from '@perimeter/engine/net/in-time';
import { listen } from './listener.ts';
import type { Connection } from './connection.ts';
import { otherChannels, type OtherChannel } from '../repositories/channels.ts';

/** Somebody waiting for an audit to change. */
export interface Watch {
  /** Settles when the audit has a version beyond this one, after the time, or when waiting has to end; never rejects. */
  beyond: (version: number, timeoutMs: number) => Promise<void>;
  end: () => void;
}

/** Somebody who wants to know of every change, for as long as the process runs. */
export interface Follower {
  changed: (auditId: string, version: number) => void;
  /** Changes may have been missed from here on, until isListening says otherwise. */
  lost: () => void;
}

/** Tells waiting requests that an audit changed, whichever process changed it. */
export interface AuditChanges {
  /** Waiting has to end also when the plan or credentials of one of the accounts have changed. */
  watch: (auditId: string, ...accountIds: readonly string[]) => Watch;
  follow: (follower: Follower) => void;
  /** Tells of accounts whose plan or credentials have changed; what is missed while not listening is not made up for. */
  followAccounts: (changed: (accountId: string) => void) => void;
  /** Tells of notifications on another channel that is listened on; missed ones likewise. */
  hear: (channel: OtherChannel, heard: (payload: string) => void) => void;
  /** True while every change that commits is going to be announced. */
  isListening: () => boolean;
  /** Lets everybody go: the answers they wait to give are due now. */
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

/** Who waits for what, kept apart from how the news arrives. */
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

/** Listens on one connection of its own and comes back when it breaks; what was missed meanwhile is announced to all. */
export function listenForChanges(connection: Connection, onTrouble: (error: unknown) => void): AuditChanges {
  const watchers = makeWatchers();
  const followers: Follower[] = [];
  const accountFollowers: ((accountId: string) => void)[] = [];
  const hearers = new Map<string, ((payload: string) => void)[]>();
  let open = true;

  const notified = (channel: string, payload: string): void => {
    if (channel === 'credentials_changed') {
      for (const changed of accountFollowers) changed(payload);
      // After these have forgotten what they knew: who waits asks again.
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
