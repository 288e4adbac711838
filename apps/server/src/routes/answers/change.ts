import { answerChange, shareAnswer } from '@perimeter/contract/answers/answer';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { withLine } from '../../plugins/access/deeds.ts';
import { answersToAudit, changeShareAnswer, deleteShareAnswer } from '../../repositories/sharing/share-answers.ts';
import { auditParams } from '../audit/options.ts';
import { requireOwned } from '../audit/sharing/owned.ts';
import { problemResponses, writeProblems } from '../problem-responses.ts';
import { answerIds, toAnswer } from '../../shown/answer.ts';

const answerParams = auditParams.extend({
  answerId: z.string().describe('Answer id: ans_ and a UUID, as in the list of answers'),
});
const refused = problemResponses(...writeProblems, 'insufficient_scope', 'audit_not_found', 'answer_not_found');

/** PATCH /api/audit/{id}/answers/{answerId} */
export function changeAnswerRoute(http: Http, { db, nowMs }: Identity): void {
  http.patch(
    '/api/audit/:id/answers/:answerId',
    {
      schema: {
        tags: ['audit'],
        summary: 'Mark an answer as seen, or hide it from its link',
        description: 'For the account that started the audit. What is left out stays as it is.',
        params: answerParams,
        body: answerChange,
        response: { 200: shareAnswer, ...refused },
      },
    },
    async (request, reply) => {
      const { params, body, principal, log } = request;
      const { id: auditId, account_id: accountId } = await requireOwned(db, params.id, principal);
      const id = answerIds.storedId(params.answerId);
      await withLine(db, request, async (trx) => {
        const isThere = await changeShareAnswer(trx, { auditId, id, now: new Date(nowMs()) }, body);
        if (!isThere) throw new AppError('answer_not_found');
      });
      const changed = (await answersToAudit(db, accountId, auditId)).find((one) => one.id === id);
      if (changed === undefined) throw new AppError('answer_not_found');
      if (body.hidden !== undefined) log.info({ answerId: params.answerId, hidden: body.hidden }, 'Answer moderated');
      return reply.send(toAnswer(changed));
    },
  );
}

/** DELETE /api/audit/{id}/answers/{answerId} */
export function deleteAnswerRoute(http: Http, { db }: Identity): void {
  http.delete(
    '/api/audit/:id/answers/:answerId',
    {
      schema: {
        tags: ['audit'],
        summary: 'Delete an answer',
        params: answerParams,
        response: {
          204: z.null().describe('Answer deleted'),
          ...problemResponses(
            'unauthorized',
            'insufficient_scope',
            'forbidden_origin',
            'account_leaving',
            'audit_not_found',
            'answer_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async (request, reply) => {
      const { params, principal, log } = request;
      const audit = await requireOwned(db, params.id, principal);
      const id = answerIds.storedId(params.answerId);
      await withLine(db, request, async (trx) => {
        if (!(await deleteShareAnswer(trx, audit.id, id))) throw new AppError('answer_not_found');
      });
      log.info({ answerId: params.answerId }, 'Answer deleted');
      return reply.code(204).send(null);
    },
  );
}
