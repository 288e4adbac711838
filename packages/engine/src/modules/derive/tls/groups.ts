import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';

/** A group as findings write it: code point and name. */
export const groupName = (code: number): string =>
  `0x${code.toString(16).padStart(4, '0')} ${namedGroups.get(code)?.name ?? 'unassigned'}`;
