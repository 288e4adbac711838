import { answerList, answersOfAudit, shareAnswersQuery } from '@perimeter/contract/answers/answer';
import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { answersToAudit } from '../../repositories/sharing/share-answers.ts';
import { auditParams } from '../audit/options.ts';
import { requireOwned } from '../audit/sharing/owned.ts';
import { problemResponses } from '../problem-responses.ts';
import { accountOf } from '../../accounts/caller.ts';
import { changeAnswerRoute, deleteAnswerRoute } from './change.ts';
import { readAnswers } from './read-answers.ts';
import { withUnseen } from '../../shown/answer.ts';

/** GET /api/audit/{id}/answers */
function answersOfAuditRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/audit/:id/answers',
    {
      config: { limit: 'list' },
      schema: {
        tags: ['audit'],
        summary: 'List what was answered through the share links of an audit',
        description:
          'For the account that started the audit: newest first, with those that it hid, and those of links that ended. Nobody verifies who answered.',
        params: auditParams,
        response: {
          200: answersOfAudit,
          ...problemResponses('unauthorized', 'insufficient_scope', 'audit_not_found', 'rate_limited'),
        },
      },
    },
    async ({ params, principal }, reply) => {
      const { id, account_id: accountId } = await requireOwned(db, params.id, principal);
      const answers = withUnseen(await answersToAudit(db, accountId, id));
      return reply.header('cache-control', 'private, no-cache').send(answers);
    },
  );
}

/** GET /api/answers */
function answersOfAccountRoute(http: Http, { db }: Identity): void {
  http.get(
    '/api/answers',
    {
      config: { limit: 'list' },
      schema: {
        tags: ['audit'],
        summary: 'List what was answered through all share links of the account',
        description: 'Newest first. `unseen` counts all new answers of the account, not only those of the page.',
        querystring: shareAnswersQuery,
        response: {
          200: answerList,
          ...problemResponses(
            'invalid_request',
            'unauthorized',
            'insufficient_scope',
            'answer_not_found',
            'rate_limited',
          ),
        },
      },
    },
    async ({ query, principal }, reply) =>
      reply
        .header('cache-control', 'private, no-cache')
        .send(await readAnswers(db, accountOf(principal).accountId, query)),
  );
}

/** Adds the routes by which accounts read and change answers. */
export function addAnswerRoutes(http: Http, identity: Identity): void {
  answersOfAuditRoute(http, identity);
  answersOfAccountRoute(http, identity);
  changeAnswerRoute(http, identity);
  deleteAnswerRoute(http, identity);
}
