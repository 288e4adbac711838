import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SealRow } from '../../repositories/schema/seals.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { type Documents, papers } from '../../documents/documents.ts';
import { RendererError } from '../../rendering/exchange.ts';
import { SigningKeysError } from '../../signing/signing-keys.ts';
import { isUnmodifiedSince, matchesTag } from '../conditional.ts';
import { problemResponses } from '../problem-responses.ts';
import { sendRanged } from '../ranged.ts';
import { requireReport } from './find-report.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';

const pdfQuery = z.strictObject({ paper: z.enum(papers).default('a4').describe('Paper size') });

/** A document waits for those before it, for its setting, and for a time stamp. */
const answerWithinMs = 10 * 60_000;

/** When to come again while too many documents are waiting, and after one that could not be made. */
const retrySeconds = { busy: 5, 'gave-up': 30, unsealed: 30 } as const;

function problemOf({ problem }: RendererError): AppError {
  if (problem === 'unavailable') {
    return new AppError('not_implemented', {
      detail: 'PDF rendering is not available on this platform; all other formats are',
    });
  }
  return new AppError('service_unavailable', {
    detail: problem === 'busy' ? 'Too many documents are being generated' : 'Generating the document failed',
    headers: { 'retry-after': String(retrySeconds[problem]) },
  });
}

const maxReasonLength = 500;

/** Why a document could not be sealed, for everybody; the log has what the operator needs. */
const unsealed = (detail: string): AppError =>
  new AppError('service_unavailable', { detail, headers: { 'retry-after': String(retrySeconds.unsealed) } });

async function sealOf(
  log: FastifyBaseLogger,
  documents: Documents,
  ...[audit, stored, paper]: Parameters<Documents['of']>
): Promise<SealRow> {
  try {
    return await documents.of(audit, stored, paper);
  } catch (error) {
    if (error instanceof RendererError) {
      if (error.problem !== 'busy') log.warn({ reason: error.message }, 'Rendering a document failed');
      throw problemOf(error);
    }
    const isStamp = error instanceof TimeStampError;
    if (!isStamp && !(error instanceof SigningKeysError)) throw error;
    // It may quote what an authority says, at whatever length.
    log.warn({ reason: error.message.slice(0, maxReasonLength) }, 'Signing a document failed');
    throw unsealed(
      isStamp
        ? 'The time-stamping authority did not respond, and documents need a time stamp'
        : 'No signing key is available',
    );
  }
}

/** Serves a document in its registered bytes, whole or in part; never content-coded, so that its digests hold for the file. */
function serve(request: FastifyRequest, reply: FastifyReply, domain: string, seal: SealRow): FastifyReply {
  if (seal.body === null) throw new AppError('report_expired', { auditStatus: 'completed' });
  const etag = `"sha256-${seal.file_sha256.toString('hex')}"`;
  const name = `perimeter-${domain}-${seal.sealed_at.toISOString().slice(0, 10)}.pdf`;
  reply.headers({
    etag,
    'repr-digest': `sha-256=:${seal.file_sha256.toString('base64')}:`,
    'last-modified': seal.sealed_at.toUTCString(),
    'cache-control': 'private, no-cache, no-transform',
    'content-disposition': `inline; filename="${name}"`,
    link: `</api/audit/aud_${seal.audit_id}/report>; rel="alternate"; type="application/json", </.well-known/perimeter-signing/root.pem>; rel="describedby"`,
  });
  if (matchesTag(request.headers['if-none-match'], etag) || isUnmodifiedSince(request.headers, seal.sealed_at))
    return reply.code(304).send();
  return sendRanged(request, reply.type('application/pdf'), seal.body, etag);
}

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
