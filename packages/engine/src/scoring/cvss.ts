import calculator from 'ae-cvss-calculator';
import type { Severity } from '@perimeter/contract/finding';

/** A vector's score (0.0 to 10.0, one decimal) and its rating; null where the rating is None. */
export interface CvssScore {
  score: number;
  severity: Severity | null;
}

/** Qualitative severity rating scale (CVSS v4.0 specification, section 6). */
export function severityOf(score: number): Severity | null {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : null;
}

const known = new Map<string, CvssScore>();

/** Scores a CVSS 4.0 vector; throws on a vector that is not valid, because vectors are ours and never a target's. */
export function scoreVector(vector: string): CvssScore {
  const found = known.get(vector);
  if (found !== undefined) return found;
  const parsed = new calculator.Cvss4P0(vector);
  if (!vector.startsWith('CVSS:4.0/') || !parsed.isBaseFullyDefined())
    throw new Error(`Not a CVSS 4.0 vector: ${vector}`);
  const score = parsed.calculateScores().overall;
  const result = { score, severity: severityOf(score) };
  known.set(vector, result);
  return result;
}
