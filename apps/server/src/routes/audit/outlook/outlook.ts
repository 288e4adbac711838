import { outlookBody, outlookIfFixed, type OutlookIfFixed } from '@perimeter/contract/outlook';
import { policy } from '@perimeter/engine/scoring/policy.data';
import { requireOutcomes, storedScore } from './scored-report.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import { problemResponses, writeProblems } from '../../problem-responses.ts';
import { requireReport } from '../find-report.ts';
import { auditParams, type AuditRoutesOptions } from '../options.ts';

/** POST /api/audit/{id}/outlook: POST because the list of checks is long; nothing is changed. */
export function outlookRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.post(
    '/api/audit/:id/outlook',
    {
      config: { limit: 'outlook' },
      schema: {
        tags: ['audit'],
        summary: 'Calculate the score if checks were fixed',
        description:
          'Computed from the outcomes of the stored report, under the policy in force. Changes nothing and costs no credit.',
        params: auditParams,
        body: outlookBody,
        response: {
          200: outlookIfFixed,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'report_expired',
            'policy_changed',
          ),
        },
      },
    },
    async ({ params, body, principal }, reply) => {
      const { stored } = await requireReport(db, params.id, principal);
      const after = requireOutcomes(storedScore(stored)).ifFixed(new Set(body.checkIds));
      // A report with a score also has one with fewer failures.
      if (after === null) throw new AppError('policy_changed');
      const answer: OutlookIfFixed = { id: params.id, policyVersion: policy.version, ...after };
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
