import { AppError } from '../../errors.ts';
import type { Http } from '../../http.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireAudit, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';
import { refuseUnfinished } from './report.ts';

/** GET /api/audit/{id}/report/pdf: says all that a PDF would be refused for, then that there is none yet. */
export function pdfRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id/report/pdf',
    {
      config: { limit: 'pdf', access: { kind: 'required', scope: 'audit:read' } },
      schema: {
        tags: ['audit'],
        summary: 'Read the report as a PDF',
        description: 'Needs a key or a session. The PDF is not built yet: what would be one is a 501.',
        params: auditParams,
        response: problemResponses(
          'unauthorized',
          'insufficient_scope',
          'audit_not_found',
          'audit_not_completed',
          'audit_failed',
          'report_expired',
          'rate_limited',
          'not_implemented',
        ),
      },
    },
    async ({ params, principal }) => {
      const audit = await requireAudit(db, storedId(params.id), principal);
      refuseUnfinished(audit);
      if (audit.purged_at !== null) throw new AppError('report_expired', { auditStatus: audit.status });
      throw new AppError('not_implemented', {
        detail: 'There is no PDF yet; the same report is at the same address without /pdf',
      });
    },
  );
}
