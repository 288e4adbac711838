import { z } from 'zod';
import { hiddenCharacter } from '../text/hidden-characters.ts';

/** The answers that a recipient of a report can give to an issue. */
export const issueReplies = ['fixed', 'compensating_control', 'not_ours', 'cannot_reproduce'] as const;

/** Kinds of answers: one to an issue, or the request for a new audit of the domain. */
export const answerKind = z.enum([...issueReplies, 'new_measurement']);
export type AnswerKind = z.infer<typeof answerKind>;

/** Most characters of an answer, and of the name beside it. */
export const mostAnswerText = 500;
export const mostAnswerName = 80;

/** Plain text on one line: breaks become spaces, and variation selectors of emoji are removed. */
const line = (most: number) =>
  z
    .string()
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(/[\uFE0E\uFE0F]/gu, '')
        .replace(/[\t\r\n ]+/gu, ' ')
        .trim(),
    )
    .pipe(
      z
        .string()
        .refine(
          (text) => !hiddenCharacter.test(text),
          'Leave out invisible characters and those that change the direction',
        )
        .refine((text) => [...text].length <= most, `Use at most ${most} characters`),
    );

/** Fields of the form on a link; the name is optional, and so is the text of a request for a new audit. */
export const answerForm = z
  .object({ kind: answerKind, text: line(mostAnswerText).default(''), name: line(mostAnswerName).default('') })
  .refine(({ kind, text }) => kind === 'new_measurement' || text !== '', {
    message: 'Write a sentence, such as what was changed',
    path: ['text'],
  });
export type AnswerForm = z.infer<typeof answerForm>;

/** An answer that came through a link, as the account of the audit sees it. */
export const shareAnswer = z
  .object({
    id: z.string(),
    auditId: z.string(),
    domain: z.string(),
    shareId: z.string().describe('the link that it came through, which may have ended'),
    kind: answerKind,
    checkId: z.string().nullable().describe('the check of the issue; null: of the whole report'),
    text: z.string().describe(`plain text on one line, at most ${mostAnswerText} characters`),
    name: z.string().nullable().describe('who says so, in their own words: nobody verifies it'),
    createdAt: z.int().describe('epoch milliseconds'),
    seen: z.boolean().describe('false: it is new'),
    hidden: z.boolean().describe('true: the link does not show it'),
  })
  .meta({ id: 'ShareAnswer' });
export type ShareAnswer = z.infer<typeof shareAnswer>;

const unseen = z.int().describe('how many are new, beyond this list too');

/** Answer of GET /api/audit/{id}/answers: all of an audit, newest first. */
export const answersOfAudit = z.object({ answers: z.array(shareAnswer), unseen }).meta({ id: 'AnswersOfAudit' });

/** Query of GET /api/answers. */
export const shareAnswersQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(100).optional().describe('nextCursor of the page before'),
});

/** Answer of GET /api/answers: those of all audits of the account, newest first. */
export const answerList = z
  .object({ answers: z.array(shareAnswer), unseen, nextCursor: z.string().nullable() })
  .meta({ id: 'AnswerList' });

/** Body of PATCH /api/audit/{id}/answers/{answerId}. */
export const answerChange = z.strictObject({
  seen: z.boolean().optional(),
  hidden: z.boolean().optional().describe('true: the link shows it no longer'),
});
