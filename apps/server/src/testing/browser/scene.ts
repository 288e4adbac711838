import type { Page } from 'playwright-core';

/**
 * The viewer: anonymous (nobody), the first account (holder), one that rotates keys and has long names (keeper), an
 * empty one (newcomer), one with an unconfirmed address, or a reader in the keeper's team.
 */
export type Viewer = 'nobody' | 'holder' | 'keeper' | 'newcomer' | 'unconfirmed' | 'member';

/** A stubbed API answer: none, a refusal, or JSON. */
export type Stub = 'never' | 'refused' | { json: unknown };

/** A page in one of its states. */
export interface Scene {
  name: string;
  path: string;
  /** Default: nobody. */
  viewer?: Viewer;
  /** The service without an account, or (default) the one in use. */
  service?: 'used' | 'fresh';
  /** Stubbed API answers by path. */
  stubs?: Readonly<Record<string, Stub>>;
  /** Actions on the page before it is checked. */
  act?: (page: Page) => Promise<unknown>;
  /** True: the page or a request of it is refused, which the browser logs on its console. */
  isRefused?: boolean;
  /** True: the state in which the page usually opens; it is checked in every appearance. */
  isDefault?: boolean;
  /** True: `npm test` shows this state as well; default: those in which a page usually opens. */
  isByDay?: boolean;
  /** A selector of what differs from another scene of the page: axe checks only that. */
  part?: string;
}

/** A page in its default state. */
export const page = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
  name,
  path,
  isDefault: true,
  ...more,
});

/** A state that `npm test` shows as well: the first of its kind. */
export const byDay = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
  name,
  path,
  isByDay: true,
  ...more,
});

/** Another state of a page. */
export const state = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({ name, path, ...more });
