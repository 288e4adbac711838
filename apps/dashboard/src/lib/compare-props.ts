import type { Comparison, ManyCompared } from '@perimeter/contract/compare';

/** What a comparison shows, or why there is none yet. */
export interface CompareProps {
  targetA: string;
  targetB: string;
  compared: Comparison | null;
  /** More than two domains; null: two are compared. */
  many: ManyCompared | null;
  /** Why the two cannot be compared, with the domains that have no audit and the names of the fields. */
  refused: { message: string; missing: readonly string[]; at: readonly string[] } | null;
}
