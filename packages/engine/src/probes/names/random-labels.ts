import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** A random label derived from the audit's seed. */
export const randomLabel = ({ seed }: Pick<TargetEvidence, 'seed'>, use: string): string =>
  `p${sha256Hex(`names ${use} ${seed}`).slice(0, 11)}`;

/** What random names are derived from besides the seed: always two, and more where a wildcard answers those two differently. */
export const randomUses = { always: ['first', 'second'], more: ['third', 'fourth', 'fifth', 'sixth'] } as const;

/** Names below a zone that exist only through a wildcard. */
export const randomNames = (
  target: Pick<TargetEvidence, 'seed'>,
  zone: string,
  uses: keyof typeof randomUses = 'always',
): string[] => randomUses[uses].map((use) => `${randomLabel(target, use)}.${zone}`);
