import type { ShareAnswer } from '@perimeter/contract/answers/answer';
import { toAuditId } from '../audits/audit-id.ts';
import type { AnswerWithDomain } from '../repositories/sharing/share-answers.ts';
import { shareIds } from './share-link.ts';
import { prefixedIds } from './prefixed-ids.ts';

/** Ids of answers. */
export const answerIds = prefixedIds('ans_', 'answer_not_found');

/** An answer in the API. */
export const toAnswer = (row: AnswerWithDomain): ShareAnswer => ({
  id: answerIds.toId(row.id),
  auditId: toAuditId(row.audit_id),
  domain: row.domain,
  shareId: shareIds.toId(row.share_id),
  kind: row.kind,
  checkId: row.check_id,
  text: row.text,
  name: row.name,
  createdAt: row.created_at.getTime(),
  seen: row.seen_at !== null,
  hidden: row.hidden_at !== null,
});

/** Answers, and the number of new ones. */
export const withUnseen = (rows: readonly AnswerWithDomain[]): { answers: ShareAnswer[]; unseen: number } => ({
  answers: rows.map(toAnswer),
  unseen: rows.filter(({ seen_at: seenAt }) => seenAt === null).length,
});
