import calculator from 'ae-cvss-calculator';
import type { Severity } from '@perimeter/contract/finding';
import { type VectorName, vectors } from '../catalogue/vectors.data.ts';
import { vectorScores } from './scores.data.ts';

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

const rated = (score: number): CvssScore => ({ score, severity: severityOf(score) });

const known = new Map<string, CvssScore>(
  (Object.keys(vectors) as VectorName[]).map((name) => [vectors[name], rated(vectorScores[name])]),
);

/** Scores a CVSS 4.0 vector; throws for an invalid one, because vectors never come from targets. */
export const scoreVector = (vector: string): CvssScore => known.get(vector) ?? calculatedScore(vector);

/** The score by formula, without the table of known scores. */
export function calculatedScore(vector: string): CvssScore {
  const parsed = new calculator.Cvss4P0(vector);
  if (!vector.startsWith('CVSS:4.0/') || !parsed.isBaseFullyDefined())
    throw new Error(`Not a CVSS 4.0 vector: ${vector}`);
  const result = rated(parsed.calculateScores().overall);
  known.set(vector, result);
  return result;
}
