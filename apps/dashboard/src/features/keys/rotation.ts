import type { ApiKey } from '@perimeter/contract/account/key';

/** A key that replaces another one while both work. */
export interface Rotation {
  next: ApiKey;
  old: ApiKey;
  /** True once the new key was used after the old one for the last time: nothing needs the old one any more. */
  isSafe: boolean;
}

/** The rotations under way, by the keys that are listed. */
export const rotationsOf = (keys: readonly ApiKey[]): Rotation[] =>
  keys
    .filter(({ status }) => status === 'replaced')
    .flatMap((old) => {
      const next = keys.find(({ id }) => id === old.replacedBy);
      if (next === undefined) return [];
      const isSafe = next.lastUsedAt !== null && next.lastUsedAt > (old.lastUsedAt ?? 0);
      return [{ next, old, isSafe }];
    });
