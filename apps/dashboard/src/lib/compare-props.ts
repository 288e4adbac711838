import type { ComparedTarget, Comparison } from '@perimeter/contract/compare';
import type { Severity } from '@perimeter/contract/finding';

/** A failed check, and how often it failed at each domain. */
export interface SharedIssue {
  checkId: string;
  title: string;
  /** The highest of all domains. */
  severity: Severity;
  /** Findings at each domain, in the order of the domains; null: not shown, because the audit is of somebody else. */
  counts: readonly (number | null)[];
}

/** Up to ten domains beside each other. */
export interface ManyCompared {
  /** Best first. */
  targets: readonly ComparedTarget[];
  /** What has no audit, or is no domain, with the reason. */
  left: readonly { domain: string; reason: string }[];
  /** Worst and most frequent first. */
  issues: readonly SharedIssue[];
  /** Issues beyond those that are shown. */
  issuesLeft: number;
}

/** What a comparison shows, or why there is none yet. */
export interface CompareProps {
  targetA: string;
  targetB: string;
  compared: Comparison | null;
  /** More than two domains; null: two are compared. */
  many: ManyCompared | null;
  /** Why the two cannot be compared, with the domains that have no audit. */
  refused: { message: string; missing: readonly string[] } | null;
}
