import type { DistinguishedName } from '@perimeter/protocols/x509/distinguished-name';
import { sha256Hex } from '../../net/sha256.ts';

/** Digest of a name for the list: equal names have equal digests in any encoding. */
export const nameDigest = ({ keys }: DistinguishedName): string => sha256Hex(keys.join('\n')).slice(0, 16);
