import { z } from 'zod';
import type { Http } from '../../../http/http.ts';
import { readAnswers } from '../../answers/read-answers.ts';
import { findingTitles } from '../accepted.ts';
import type { PageParts } from '../options.ts';
import { sendPage } from '../send.ts';
import { accountFor } from '../signed-in.ts';

const perPage = 30;
const query = z.object({ cursor: z.string().max(100).optional().catch(undefined) });

/** GET /settings/answers: what was answered through the share links of an account. */
export function addAnswersPage(http: Http, parts: PageParts): void {
  http.get('/settings/answers', { schema: { hide: true } }, async (request, reply) => {
    const account = accountFor(parts, request, reply);
    if (account === null) return reply;
    const { cursor } = query.parse(request.query);
    const list = await readAnswers(parts.db, account.accountId, { limit: perPage, cursor });
    const page = { name: 'answers' as const, ...list, isFirstPage: cursor === undefined };
    return sendPage(parts, request, reply, { ...page, titles: titlesOf(list.answers) });
  });
}

const titlesOf = (answers: readonly { checkId: string | null }[]): Record<string, string> => {
  const shown = new Set(answers.map(({ checkId }) => checkId));
  return Object.fromEntries(Object.entries(findingTitles).filter(([id]) => shown.has(id)));
};
