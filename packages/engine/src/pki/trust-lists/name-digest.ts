import type { DistinguishedName } from '@perimeter/protocols/x509/distinguished-name';
import { sha256Hex } from '../../net/sha256.ts';

/** What the list calls a name: equal names have equal digests, however they are spelt. */
export const nameDigest = ({ keys }: DistinguishedName): string => sha256Hex(keys.join('\n')).slice(0, 16);
