import { appliedWaivers } from '@perimeter/contract/waiver/waiver';
import { AppError } from '../../http/errors.ts';
import { requireOutcomes, storedScore } from '../audit/outlook/scored-report.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { requireReport } from '../audit/find-report.ts';
import { auditParams } from '../audit/options.ts';
import { problemResponses } from '../problem-responses.ts';
import { applied, waiversFor } from './applied.ts';

/** GET /api/audit/{id}/waivers */
export function waiversOfAuditRoute(http: Http, { db, nowMs }: Identity): void {
  http.get(
    '/api/audit/:id/waivers',
    {
      schema: {
        tags: ['waiver'],
        summary: 'Read what the waivers of the account do to a report',
        description:
          'The score with accepted risks, computed from the outcomes of the stored report under the policy in force. The score of the report never changes.',
        params: auditParams,
        response: {
          200: appliedWaivers,
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'report_expired',
            'policy_changed',
            'rate_limited',
          ),
        },
      },
    },
    async ({ params, principal }, reply) => {
      const { audit, stored } = await requireReport(db, params.id, principal);
      const score = storedScore(stored);
      requireOutcomes(score);
      const { scoreWithWaivers, ...effects } = applied(await waiversFor(db, principal, audit.domain), score, nowMs());
      if (scoreWithWaivers === null) throw new AppError('policy_changed');
      const { total, grade, policyVersion } = score.score;
      return reply.header('cache-control', 'no-store').send({
        id: params.id,
        domain: audit.domain,
        policyVersion,
        score: { total, grade },
        scoreWithWaivers,
        ...effects,
      });
    },
  );
}
