import { z } from 'zod';
import type { Http } from '../../../http/http.ts';
import { papers } from '../../../documents/paper.ts';
import { problemResponses } from '../../problem-responses.ts';
import { requireReport } from '../find-report.ts';
import { auditParams, type AuditRoutesOptions } from '../options.ts';
import { sealOf } from './seal-of.ts';
import { serve } from './serve-document.ts';

const pdfQuery = z.strictObject({ paper: z.enum(papers).default('a4').describe('Paper size') });

/** A document waits for those before it, for its setting, and for a time stamp. */
const answerWithinMs = 10 * 60_000;

/** GET /api/audit/{id}/report/pdf */
export function pdfRoute(http: Http, { db, documents }: AuditRoutesOptions): void {
  const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } };
  http.get(
    '/api/audit/:id/report/pdf',
    {
      config: { limit: 'pdf', answerWithinMs, access: { kind: 'required', scope: 'audit:read' } },
      schema: {
        tags: ['audit'],
        summary: 'Read the report as a PDF',
        description:
          'A signed PDF/A-3 with the canonical JSON report attached. The service generates it once and then always returns the same bytes. Requires an API key or a session.',
        params: auditParams,
        querystring: pdfQuery,
        response: {
          200: { description: 'The document', content: pdf },
          206: { description: 'The requested range', content: pdf },
          304: z.null().describe('The document has not changed'),
          416: z.null().describe('Range not satisfiable'),
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'report_expired',
            'rate_limited',
            'not_implemented',
            'service_unavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      const { audit, stored } = await requireReport(db, request.params.id, request.principal);
      return serve(
        request,
        reply,
        audit.domain,
        await sealOf(request.log, documents, audit, stored, request.query.paper),
      );
    },
  );
}
