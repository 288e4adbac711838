import { auditChangesQuery, domainChanges } from '@perimeter/contract/domains';
import { dayMs } from '@perimeter/protocols/durations';
import { fromAuditId } from '../../audits/audit-id.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import { earlierAudits } from '../../repositories/audits/earlier.ts';
import { changesBetweenAudits } from '../domains/domain-changes.ts';
import { problemResponses } from '../problem-responses.ts';
import { requireCompleted } from './find-report.ts';
import { auditParams, type AuditRoutesOptions } from './options.ts';

/**
 * The audit in `since`: an earlier one of the same domain that the caller may read. Throws no_audit_for_domain, or like
 * reading an audit.
 */
async function earlierOf(
  db: AuditRoutesOptions['db'],
  audit: AuditWithElapsed,
  since: string | undefined,
  principal: Parameters<typeof requireCompleted>[2],
): Promise<string> {
  if (since !== undefined && fromAuditId(since) !== null) {
    const named = await requireCompleted(db, since, principal);
    if (named.domain === audit.domain && Number(named.ended_at) < Number(audit.ended_at)) return named.id;
    throw new AppError('no_audit_for_domain', { detail: 'since is no earlier audit of this domain' });
  }
  const until = since === undefined ? undefined : new Date(Date.parse(since) + dayMs);
  const [latest] = await earlierAudits(db, audit, until);
  if (latest === undefined)
    throw new AppError('no_audit_for_domain', { detail: 'There is no earlier audit of this kind to compare with' });
  return latest.id;
}

/** GET /api/audit/{id}/changes */
export function changesRoute(http: Http, { db }: AuditRoutesOptions): void {
  http.get(
    '/api/audit/:id/changes',
    {
      config: { limit: 'report' },
      schema: {
        tags: ['audit'],
        summary: 'What changed since an earlier audit of the domain',
        description:
          "Compares with the same caller's audit before this one in the same mode and with the same authority, or with the one that `since` names. " +
          'Findings are matched by fingerprint and by the outcomes of their checks: nothing counts as new or gone that was not judged in both.',
        params: auditParams,
        querystring: auditChangesQuery,
        response: {
          200: domainChanges,
          ...problemResponses(
            'invalid_request',
            'audit_not_found',
            'audit_not_completed',
            'audit_failed',
            'no_audit_for_domain',
            'report_expired',
            'unauthorized',
            'insufficient_scope',
            'rate_limited',
          ),
        },
      },
    },
    async ({ params, query, principal }, reply) => {
      const audit = await requireCompleted(db, params.id, principal);
      const earlier = await earlierOf(db, audit, query.since, principal);
      const changes = await changesBetweenAudits(db, audit.domain, [earlier, audit.id]);
      return reply.header('cache-control', 'private, no-cache').send(changes);
    },
  );
}
