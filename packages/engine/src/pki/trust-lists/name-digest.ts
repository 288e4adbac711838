import { createHash } from 'node:crypto';
import type { DistinguishedName } from '@perimeter/protocols/x509/distinguished-name';

/** What the list calls a name: equal names have equal digests, however they are spelt. */
export const nameDigest = ({ keys }: DistinguishedName): string =>
  createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16);
