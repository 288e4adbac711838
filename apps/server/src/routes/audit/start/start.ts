import { auditStarted, startAuditBody } from '@perimeter/contract/audit';
import { z } from 'zod';
import { AppError } from '../../../http/errors.ts';
import type { Http } from '../../../http/http.ts';
import type { Principal } from '../../../credentials/principal.ts';
import { problemResponses } from '../../problem-responses.ts';
import { keepLine } from '../../../plugins/access/deeds.ts';
import { acceptStart } from './accept.ts';
import { typedDomain } from './typed-domain.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type AuditRoutesOptions, retryAfterSeconds } from '../options.ts';

const headers = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('1 to 255 visible ASCII characters; for 24 hours the same key and body return the same response'),
});

function refusePrivateOfNobody(isPrivate: boolean | undefined, principal: Principal): void {
  if (isPrivate !== true || principal.kind === 'account') return;
  throw new AppError('invalid_request', {
    errors: [{ pointer: '/private', message: 'Private audits require an account' }],
  });
}

/** POST /api/audit/start */
export function startRoute(http: Http, options: AuditRoutesOptions): void {
  http.post(
    '/api/audit/start',
    {
      config: { limit: 'start' },
      schema: {
        tags: ['audit'],
        summary: 'Start an audit',
        description:
          'Responds when the audit is stored; it runs in the background. The Location header contains its status URL. ' +
          'Retries with the same Idempotency-Key are safe.',
        headers,
        body: startAuditBody,
        response: {
          202: auditStarted,
          ...problemResponses(
            'invalid_request',
            'invalid_json',
            'unauthorized',
            'credits_exhausted',
            'email_unconfirmed',
            'insufficient_scope',
            'forbidden_origin',
            'idempotency_in_flight',
            'body_too_large',
            'unsupported_media_type',
            'invalid_domain',
            'domain_opted_out',
            'idempotency_mismatch',
            'rate_limited',
            'target_busy',
          ),
        },
      },
    },
    async (request, reply) => {
      const { domain, scanMode, authority, private: isPrivate } = request.body;
      refusePrivateOfNobody(isPrivate, request.principal);
      const { started, replayed } = await acceptStart(
        options,
        request.principal,
        {
          domain: await typedDomain(request, reply, domain),
          scanMode,
          private: isPrivate ?? null,
          authority: authority ?? false,
          idempotencyKey: idempotencyKey(request.headers['idempotency-key']),
        },
        async (trx, id) => keepLine(trx, request, id),
      );
      if (replayed) reply.header('idempotency-replayed', 'true');
      return reply
        .code(202)
        .headers({ location: `/api/audit/${started.id}`, 'retry-after': String(retryAfterSeconds) })
        .send(started);
    },
  );
}
