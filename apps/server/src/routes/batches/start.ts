import { batch, startBatchBody } from '@perimeter/contract/batch';
import { chargedBy } from '../../credentials/principal.ts';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import { keepLine } from '../../plugins/access/deeds.ts';
import { findBatch, insertBatch } from '../../repositories/batches/batches.ts';
import type { StartParts } from '../audit/start/start-new.ts';
import { idempotencyKey } from '../audit/start/idempotency-key.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { accountOf, requireConfirmed } from '../../accounts/caller.ts';
import { bodyLimit } from './check.ts';
import { toBatch, toBatchId } from '../../shown/batch.ts';
import { domainsOf, hashOf } from './asked.ts';

/** POST /api/batches */
export function startBatchRoute(http: Http, { db }: Pick<StartParts, 'db'>): void {
  http.post(
    '/api/batches',
    {
      bodyLimit,
      schema: {
        tags: ['batch'],
        summary: 'Audit many domains one after the other',
        description:
          'Responds when the batch is stored. Audits start at the pace of the limit of starts, each for one credit; where credits run out, the batch is paused and goes on when it is resumed. Retries with the same Idempotency-Key are safe.',
        body: startBatchBody,
        response: {
          201: batch,
          ...problemResponses(
            ...writeProblems,
            'insufficient_scope',
            'email_unconfirmed',
            'invalid_domain',
            'too_many_batches',
            'idempotency_mismatch',
          ),
        },
      },
    },
    async (request, reply) => {
      requireConfirmed(request.principal);
      const holder = accountOf(request.principal);
      const { accountId } = holder;
      const { scanMode, private: isPrivate, authority } = request.body;
      const domains = domainsOf(request.body);
      const bodyHash = hashOf([domains, scanMode, isPrivate ?? null, authority]);
      const asked = {
        id: crypto.randomUUID(),
        account_id: accountId,
        scan_mode: scanMode,
        is_private: isPrivate ?? null,
        authority,
        idempotency_key: idempotencyKey(request.headers['idempotency-key']),
        body_hash: bodyHash,
        charged_by: chargedBy(holder),
        domains,
      };
      const kept = await db.transaction().execute(async (trx) => {
        const made = await insertBatch(trx, asked);
        if (made !== 'too-many' && made.isNew) await keepLine(trx, request, toBatchId(made.id));
        return made;
      });
      if (kept === 'too-many') throw new AppError('too_many_batches');
      if (!kept.bodyHash.equals(bodyHash)) throw new AppError('idempotency_mismatch');
      if (!kept.isNew) reply.header('idempotency-replayed', 'true');
      const made = await findBatch(db, accountId, kept.id);
      if (made === undefined) throw new AppError('batch_not_found');
      return reply
        .code(201)
        .header('location', `/api/batches/${toBatch(made).id}`)
        .send(toBatch(made));
    },
  );
}
