import type { Page } from 'playwright-core';

/** Who looks at a page: nobody known, the first account, one that rotates keys and has long names, one that has nothing, one whose address is not confirmed, a reader in the team of the one with long names. */
export type Viewer = 'nobody' | 'holder' | 'keeper' | 'newcomer' | 'unconfirmed' | 'member';

/** What the API answers instead of what it would: nothing at all, or a refusal. */
export type Stub = 'never' | 'refused' | { json: unknown };

/** A page in one of its states. */
export interface Scene {
  name: string;
  path: string;
  /** Nobody where left out. */
  viewer?: Viewer;
  /** The service that nobody has set up yet; else the one that has been used. */
  service?: 'used' | 'fresh';
  /** What the API answers, by the paths that it is asked for. */
  stubs?: Readonly<Record<string, Stub>>;
  /** What is done on the page before it is looked at. */
  act?: (page: Page) => Promise<unknown>;
  /** True: the page or something on it is refused, which the browser says on its console. */
  isRefused?: boolean;
  /** True: this is the state in which the page is met first, and every appearance of it is looked at. */
  isDefault?: boolean;
  /** Where this differs from another scene of its page, as a selector: axe judges that alone, and the rest in that scene. */
  part?: string;
}

/** The default state of a page. */
export const page = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
  name,
  path,
  isDefault: true,
  ...more,
});

/** Another state of a page. */
export const state = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({ name, path, ...more });
