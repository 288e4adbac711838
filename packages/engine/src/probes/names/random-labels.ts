import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** A label that nobody has chosen: the same in every audit of one seed. */
export const randomLabel = ({ seed }: Pick<TargetEvidence, 'seed'>, use: string): string =>
  `p${sha256Hex(`names ${use} ${seed}`).slice(0, 11)}`;

/** By what random names differ: two always, and more where a wildcard answers those two in different ways. */
export const randomUses = { always: ['first', 'second'], more: ['third', 'fourth', 'fifth', 'sixth'] } as const;

/** Names below a zone that exist only where it has a wildcard. */
export const randomNames = (
  target: Pick<TargetEvidence, 'seed'>,
  zone: string,
  uses: keyof typeof randomUses = 'always',
): string[] => randomUses[uses].map((use) => `${randomLabel(target, use)}.${zone}`);
