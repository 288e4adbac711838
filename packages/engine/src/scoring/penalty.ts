import type { Confidence } from '@perimeter/contract/finding';
import type { ScoringPolicy } from './policy.data.ts';

/** The weight of one located failure. */
export interface Instance {
  cvss: number;
  confidence: Confidence;
}

/** Penalty points of one instance: 0 for CVSS 0, 60 for a confirmed 10.0. */
export function penaltyOf({ cvss, confidence }: Instance, policy: ScoringPolicy): number {
  const tenths = Math.round(cvss * 10);
  const weighted = policy.penaltyFactor * tenths * tenths * policy.confidencePercent[confidence];
  return Math.floor(weighted / 1_000_000);
}

/**
 * Penalty points of a check: the worst instance counts fully, the others a quarter, together at most twice the worst,
 * so that many addresses do not dominate the score.
 */
export function checkPenalty(instances: readonly Instance[], policy: ScoringPolicy): number {
  const penalties = instances.map((instance) => penaltyOf(instance, policy));
  const worst = Math.max(0, ...penalties);
  const others = penalties.reduce((sum, penalty) => sum + penalty, 0) - worst;
  return Math.min(2 * worst, worst + Math.floor(others / 4), policy.maxCheckPenalty);
}
