import { report } from '@perimeter/contract/report';
import { type FormName, formNames, renderForm, reportForms } from '@perimeter/report/forms/forms';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Http, HttpReply } from '../../http/http.ts';
import type { SealedReport } from '../../repositories/audits/audits.ts';
import { matchesTag } from '../conditional.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireReport } from './find-report.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';

const reportQuery = z.strictObject({
  format: z
    .enum(['json', ...formNames, 'md'])
    .default('json')
    .describe(
      `Format of the report: json is canonical JSON (RFC 8785); ${formNames.map((name) => `${name}: ${reportForms[name].about}`).join('; ')}; md is markdown`,
    ),
});

/** Listed in text, because as response contents these types would change the result type in generated clients. */
const formTypes = formNames.map((name) => `${name} as ${reportForms[name].mediaType}`).join(', ');

/** A stored report in another form, with the digest of those bytes. */
function sealedForm(name: FormName, { body }: SealedReport): SealedReport {
  const written = Buffer.from(renderForm(name, report.parse(JSON.parse(body.toString()))));
  return { body: written, sha256: createHash('sha256').update(written).digest() };
}

/** The media type and file name of a report. */
interface SentAs {
  mediaType: string;
  fileName: string;
}

/**
 * Serves bytes with their digest (RFC 9530 section 3) and as a strong ETag. Only an answer with a body has a file name.
 */
function serve(
  reply: HttpReply,
  stored: SealedReport,
  { mediaType, fileName }: SentAs,
  ifNoneMatch: string | undefined,
): HttpReply {
  const etag = `"${stored.sha256.toString('hex')}"`;
  reply.headers({
    etag,
    'repr-digest': `sha-256=:${stored.sha256.toString('base64')}:`,
    'cache-control': 'private, no-cache',
  });
  if (matchesTag(ifNoneMatch, etag)) return reply.code(304).send();
  return reply
    .code(200)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(mediaType)
    .send(stored.body);
}

/** GET /api/audit/{id}/report */
export function reportRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id/report',
    {
      config: { limit: 'report', isFile: true },
      schema: {
        tags: ['audit'],
        summary: 'Read the report of a completed audit',
        description:
          'Canonical JSON (RFC 8785), or with ?format= another format, with its own media type; either is a download. Repr-Digest and ETag contain the SHA-256 of the bytes sent.',
        params: auditParams,
        querystring: reportQuery,
        response: {
          200: {
            description: `The report: application/json, or with ?format= ${formTypes}`,
            content: { 'application/json': { schema: report } },
          },
          304: z.null().describe('The report has not changed'),
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
      const { audit, stored } = await requireReport(db, request.params.id, request.principal);
      const format = request.query.format === 'md' ? 'markdown' : request.query.format;
      const tag = request.headers['if-none-match'];
      const nameOf = (extension: string): string => `perimeter-${audit.domain}.${extension}`;
      if (format === 'json')
        return serve(reply, stored, { mediaType: 'application/json', fileName: nameOf('json') }, tag);
      const { mediaType, extension } = reportForms[format];
      return serve(reply, sealedForm(format, stored), { mediaType, fileName: nameOf(extension) }, tag);
    },
  );
}
