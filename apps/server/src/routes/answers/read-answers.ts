import type { z } from 'zod';
import type { answerList, shareAnswersQuery } from '@perimeter/contract/answers/answer';
import type { Db } from '../../repositories/schema/schema.ts';
import { answersToAccount, countUnseen } from '../../repositories/sharing/share-answers.ts';
import { answerIds, toAnswer } from '../../shown/answer.ts';

/** A page of an account's answers, and the number of new ones over all pages. */
export async function readAnswers(
  db: Db,
  accountId: string,
  { limit, cursor }: z.infer<typeof shareAnswersQuery>,
): Promise<z.infer<typeof answerList>> {
  const after = cursor === undefined ? null : answerIds.storedId(cursor);
  const [rows, unseen] = await Promise.all([
    answersToAccount(db, accountId, { limit: limit + 1, after }),
    countUnseen(db, accountId),
  ]);
  const answers = rows.slice(0, limit).map(toAnswer);
  return { answers, unseen, nextCursor: rows.length > limit ? (answers.at(-1)?.id ?? null) : null };
}
