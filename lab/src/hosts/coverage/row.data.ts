/** A check, with lab hosts or zones that fail and pass it. */
export interface Coverage {
  /** Hosts that fail the check, or show the observation; separated by spaces. */
  readonly fails: string;
  readonly passes: string;
  /** Why no lab host can fail it. */
  readonly missing?: string;
}

/** The checks of a module by id. */
export type CoverageTable = Readonly<Record<string, Coverage>>;

/** A row of a check with hosts on both sides. */
export const both = (fails: string, passes: string): Coverage => ({ fails, passes });
