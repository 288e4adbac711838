import { createHash } from 'node:crypto';
import type { TargetEvidence } from '../../evidence/target/schema.ts';

/** A label that nobody has chosen: the same in every audit of one seed. */
export const randomLabel = ({ seed }: Pick<TargetEvidence, 'seed'>, use: string): string =>
  `p${createHash('sha256').update(`names ${use} ${seed}`).digest('hex').slice(0, 11)}`;

/** Two names below a zone that exist only where it has a wildcard. */
export const randomNames = (target: Pick<TargetEvidence, 'seed'>, zone: string): string[] =>
  ['first', 'second'].map((use) => `${randomLabel(target, use)}.${zone}`);
