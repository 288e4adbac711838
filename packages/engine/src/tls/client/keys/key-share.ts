import type { KeyShare } from '@perimeter/protocols/tls/handshake/client-extensions';
import { type CurvePair, makePair } from './curves.ts';

/** One key pair per group and process: nothing secret is sent with these keys, and generating them takes time. */
const pairs = new Map<number, CurvePair>();

function pairFor(group: number): CurvePair | null {
  const pair = pairs.get(group) ?? makePair(group);
  if (pair !== null) pairs.set(group, pair);
  return pair;
}

/** Public values for those of the groups that can be computed. */
export const sharesFor = (groups: readonly number[]): KeyShare[] =>
  groups.flatMap((group) => {
    const pair = pairFor(group);
    return pair === null ? [] : [{ group, publicValue: pair.publicValue }];
  });

/** The shared secret with a server's public value, or null where the value is not on the curve. */
export function sharedSecret(group: number, publicValue: Uint8Array): Uint8Array | null {
  try {
    return pairFor(group)?.secretWith(publicValue) ?? null;
  } catch {
    return null;
  }
}
