import { z } from 'zod';
import type { Http, HttpReply } from '../../../http/http.ts';
import { toAuditId } from '../../../audits/audit-id.ts';
import { details, layoutOf, type LayoutQuery, papers } from '../../../documents/paper.ts';
import { isOpenedByBrowser } from '../../../plugins/problems.ts';
import { problemResponses } from '../../problem-responses.ts';
import { requireReport } from '../find-report.ts';
import { auditParams, type AuditRoutesOptions } from '../options.ts';
import { sealOf } from '../../../documents/seal-of.ts';
import { serve } from './serve-document.ts';

/** How long a browser waits for a document before it is redirected to the waiting page, in milliseconds. */
const patienceMs = 1_500;

/** The query parameters of a document. */
export const pdfQuery = z.strictObject({
  paper: z.enum(papers).default('a4').describe('Paper size'),
  detail: z
    .enum(details)
    .default('brief')
    .describe(
      'brief: at most a page for each issue, and tables with their first rows; full: all evidence, every check',
    ),
});

/** A document waits for earlier ones, for typesetting, and for a time stamp. */
const answerWithinMs = 10 * 60_000;

/** Redirects a browser to a document's waiting page, or to the reason why there is none. */
const sendToPage = (reply: HttpReply, basePath: string, id: string, { paper, detail }: LayoutQuery): HttpReply =>
  reply.redirect(`${basePath}/audits/${id}/pdf?paper=${paper}${detail === 'full' ? '&detail=full' : ''}`, 303);

/** GET /api/audit/{id}/report/pdf */
export function pdfRoute(http: Http, { db, documents, offers, web }: AuditRoutesOptions): void {
  const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } };
  http.get(
    '/api/audit/:id/report/pdf',
    {
      config: { limit: 'pdf', isFile: true, answerWithinMs },
      schema: {
        tags: ['audit'],
        summary: 'Read the report as a PDF',
        description:
          'A signed PDF/A-3 with the canonical JSON report attached: a part for the board, and an annex with evidence. The service generates it once and then always returns the same bytes. A browser that opens the address while the document is generated is sent to a page that waits for it. Requires an API key or a session.',
        params: auditParams,
        querystring: pdfQuery,
        response: {
          200: { description: 'The document', content: pdf },
          206: { description: 'The requested range', content: pdf },
          303: z.null().describe('To a browser: the page that waits for the document'),
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
      const layout = layoutOf(request.query);
      if (!isOpenedByBrowser(request)) {
        const seal = await sealOf(request.log, documents, audit, stored, layout);
        // Access may have changed, because this can take minutes.
        await request.authenticateAgain();
        return serve(request, reply, audit.domain, seal);
      }
      const offer = await offers.of(request.log, [audit, stored, layout], patienceMs);
      await request.authenticateAgain();
      return offer.state === 'ready'
        ? serve(request, reply, audit.domain, offer.seal)
        : sendToPage(reply, web.basePath, toAuditId(audit.id), request.query);
    },
  );
}
