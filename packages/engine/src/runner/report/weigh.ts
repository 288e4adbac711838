import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { outlookOf } from '../../scoring/outlook.ts';
import { policy } from '../../scoring/policy.data.ts';
import { type Scored, scoreAudit } from '../../scoring/score.ts';
import { circumstancesOf } from './circumstances.ts';
import { type EvaluatedPhase, toJudged } from '../evaluate.ts';

/** The score by the current policy, or that there are too few results; and the score after fixes. */
export function weigh(
  evidence: AuditEvidence,
  phases: readonly EvaluatedPhase[],
): { scored: Scored; outlook: () => Report['outlook'] } {
  const judged = phases.flatMap(toJudged);
  const circumstances = circumstancesOf(evidence);
  return {
    scored: scoreAudit(judged, policy, circumstances),
    outlook: () => outlookOf(judged, policy, circumstances),
  };
}
