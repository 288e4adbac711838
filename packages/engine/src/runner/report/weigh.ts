import type { Report } from '@perimeter/contract/report';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { outlookOf } from '../../scoring/outlook.ts';
import { policy } from '../../scoring/policy.data.ts';
import { type Scored, scoreAudit } from '../../scoring/score.ts';
import { modules } from '../../modules/registry.ts';
import { circumstancesOf } from './circumstances.ts';
import { type EvaluatedPhase, toJudged } from '../evaluate.ts';

/** Whether modules of the catalogue have no checks in this version. */
const isPartial = modules.some(({ checks }) => checks.length === 0);

/** What the policy in force makes of an audit: the score, or that too little was seen for one, and the score after fixes. */
export function weigh(
  evidence: AuditEvidence,
  phases: readonly EvaluatedPhase[],
): { scored: Scored; outlook: () => Report['outlook'] } {
  const judged = phases.flatMap(toJudged);
  const circumstances = [...circumstancesOf(evidence), ...(isPartial ? (['partial-catalogue'] as const) : [])];
  return {
    scored: scoreAudit(judged, policy, circumstances),
    outlook: () => outlookOf(judged, policy, circumstances),
  };
}
