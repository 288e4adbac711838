import { z } from 'zod';
import type { Http } from '../../../http/http.ts';
import { keepLine } from '../../../plugins/access/deeds.ts';
import { markSeen } from '../../../repositories/sharing/share-answers.ts';
import { readAnswers } from '../../answers/read-answers.ts';
import { answerIds } from '../../../shown/answer.ts';
import { findingTitles } from '../accepted.ts';
import { addFormBody } from '../form-body.ts';
import { sendPage } from '../send.ts';
import { accountFor } from '../signed-in.ts';
import { requireOwnForm } from '../team/own-form.ts';

const perPage = 30;
/** The newest answer on the submitted page. */
const form = z.object({ newest: z.string().max(100).catch('') });
const query = z.object({ cursor: z.string().max(100).optional().catch(undefined) });

/** GET and POST /settings/answers: the answers to an account's share links, and marking them as seen. */
export function addAnswersPage(http: Http, parts: Parameters<typeof sendPage>[0]): void {
  http.get('/settings/answers', { schema: { hide: true } }, async (request, reply) => {
    const account = accountFor(parts, request, reply);
    if (account === null) return reply;
    const { cursor } = query.parse(request.query);
    const list = await readAnswers(parts.db, account.accountId, { limit: perPage, cursor });
    const isFirstPage = cursor === undefined;
    const mayMark = account.scopes.includes('audit:write');
    const page = { name: 'answers' as const, ...list, isFirstPage, mayMark };
    return sendPage(parts, request, reply, { ...page, titles: titlesOf(list.answers) });
  });
  addFormBody(http);
  http.post('/settings/answers', { schema: { hide: true } }, async (request, reply) => {
    const account = requireOwnForm(parts, request, reply);
    if (account === null) return reply;
    const newest = answerIds.storedId(form.parse(request.body).newest);
    const now = new Date(parts.identity.nowMs());
    await parts.db.transaction().execute(async (trx) => {
      const count = await markSeen(trx, account.accountId, { newest, now });
      if (count > 0) await keepLine(trx, request, `${count} seen`);
    });
    return reply.redirect(`${parts.web.basePath}/settings/answers`, 303);
  });
}

const titlesOf = (answers: readonly { checkId: string | null }[]): Record<string, string> => {
  const shown = new Set(answers.map(({ checkId }) => checkId));
  return Object.fromEntries(Object.entries(findingTitles).filter(([id]) => shown.has(id)));
};
