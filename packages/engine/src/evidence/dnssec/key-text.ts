import { algorithmName } from '@perimeter/protocols/dns/dnssec-algorithms';
import type { KeyFacts } from './schema.ts';

/** "key 12345 (ECDSAP256SHA256)". */
export const keyText = ({ algorithm, keyTag }: Pick<KeyFacts, 'algorithm' | 'keyTag'>): string =>
  `key ${keyTag} (${algorithmName(algorithm)})`;
