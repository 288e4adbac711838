import { auditStarted, startAuditBody, type AuditStarted } from '@perimeter/contract/audit';
import { parseDomain, type DomainName } from '@perimeter/protocols/domain/name';
import { randomUUID } from 'node:crypto';
import { toAuditId } from '../../audit-id.ts';
import { AppError } from '../../errors.ts';
import type { Http } from '../../http.ts';
import { insertAudit, type NewAudit } from '../../repositories/audits.ts';
import { problemResponses } from '../problem-responses.ts';
import { type AuditRoutesOptions, retryAfterSeconds } from './options.ts';

function auditableDomain(input: string): DomainName {
  const parsed = parseDomain(input);
  if (parsed.ok) return parsed.domain;
  throw new AppError('invalid_domain', {
    errors: [{ pointer: '/domain', message: parsed.message, reason: parsed.reason }],
  });
}

/** Writes the audit and its job in one transaction: nothing is answered before both are durable. */
async function accept({ db, queue }: AuditRoutesOptions, audit: NewAudit): Promise<AuditStarted> {
  const row = await db.transaction().execute(async (trx) => {
    const inserted = await insertAudit(trx, audit);
    await queue.enqueue(trx, audit);
    return inserted;
  });
  return {
    id: toAuditId(row.id),
    domain: row.domain,
    status: 'queued',
    startedAt: row.started_at.getTime(),
    phasesTotal: row.phases_total,
  };
}

/** POST /api/audit/start */
export function startRoute(http: Http, options: AuditRoutesOptions): void {
  http.post(
    '/api/audit/start',
    {
      schema: {
        tags: ['audit'],
        summary: 'Start an audit',
        description: 'Answers once the audit is durable; it runs in the background. Location says where to watch it.',
        body: startAuditBody,
        response: {
          202: auditStarted,
          ...problemResponses(
            'invalid_request',
            'invalid_json',
            'unauthorized',
            'body_too_large',
            'unsupported_media_type',
            'invalid_domain',
          ),
        },
      },
    },
    async ({ body: { domain, scanMode } }, reply) => {
      const { ascii, registrableDomain } = auditableDomain(domain);
      const phases = options.phasesOf(scanMode);
      const started = await accept(options, { id: randomUUID(), domain: ascii, registrableDomain, scanMode, phases });
      return reply
        .code(202)
        .headers({ location: `/api/audit/${started.id}`, 'retry-after': String(retryAfterSeconds) })
        .send(started);
    },
  );
}
