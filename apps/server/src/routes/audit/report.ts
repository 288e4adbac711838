import { report } from '@perimeter/contract/report';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Http } from '../../http.ts';
import type { AuditWithElapsed, SealedReport } from '../../repositories/audits.ts';
import { findReport } from '../../repositories/reports.ts';
import { matchesTag } from '../conditional.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireAudit, storedId } from './find.ts';
import { auditParams, type AuditRoutesOptions, retryAfterSeconds } from './options.ts';

const reportQuery = z.strictObject({ format: z.enum(['json']).default('json').describe('How the report is written') });

/** Throws where an audit has no report yet, or never will. */
export function refuseUnfinished({ status, failure }: AuditWithElapsed): void {
  if (status === 'completed') return;
  if (status === 'failed') {
    throw new AppError('audit_failed', {
      auditStatus: status,
      ...(failure === null ? {} : { detail: failure.message }),
    });
  }
  const headers = { 'retry-after': String(retryAfterSeconds) };
  throw new AppError('audit_not_completed', { auditStatus: status, headers });
}

/** Serves the stored bytes as they are, with their digest (RFC 9530 section 3) as the strong entity tag. */
function serve(reply: FastifyReply, stored: SealedReport, ifNoneMatch: string | undefined): FastifyReply {
  const etag = `"${stored.sha256.toString('hex')}"`;
  reply.headers({
    etag,
    'repr-digest': `sha-256=:${stored.sha256.toString('base64')}:`,
    'cache-control': 'private, no-cache',
  });
  if (matchesTag(ifNoneMatch, etag)) return reply.code(304).send();
  return reply.code(200).type('application/json').send(stored.body);
}

/** GET /api/audit/{id}/report */
export function reportRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id/report',
    {
      config: { limit: 'report' },
      schema: {
        tags: ['audit'],
        summary: 'Read the report of a completed audit',
        description: 'Canonical JSON (RFC 8785); Repr-Digest and ETag are made of the SHA-256 of exactly these bytes.',
        params: auditParams,
        querystring: reportQuery,
        response: {
          200: report,
          304: z.null().describe('The report is the one that you have'),
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'report_expired',
          ),
        },
      },
    },
    async (request, reply) => {
      const audit = await requireAudit(db, storedId(request.params.id), request.principal);
      refuseUnfinished(audit);
      const stored = await findReport(db, audit.id);
      if (stored === undefined) throw new AppError('report_expired', { auditStatus: audit.status });
      return serve(reply, stored, request.headers['if-none-match']);
    },
  );
}
