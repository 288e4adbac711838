import { answerForm, issueReplies } from '@perimeter/contract/answers/answer';
import { z } from 'zod';
import { hashToken } from '../../../credentials/session-token.ts';
import { AppError } from '../../../http/errors.ts';
import type { HttpReply, HttpRequest } from '../../../http/http.ts';
import { originEvidence } from '../../../plugins/access/origin.ts';
import { findReport } from '../../../repositories/audits/reports.ts';
import { insertShareAnswer } from '../../../repositories/sharing/share-answers.ts';
import { knownScore, storedScore } from '../../audit/outlook/scored-report.ts';
import type { PageParts } from '../options.ts';
import { sendNone } from './no-link.ts';
import { type JustAnswered, type ShownByLink, shownByLink } from './shown-by-link.ts';

/** The entered values, to fill the form again. */
const typed = z.object({
  kind: z.string().max(40).catch(''),
  text: z.string().max(5_000).catch(''),
  name: z.string().max(1_000).catch(''),
});

const nothingYet: JustAnswered = { isSent: false, refused: null };

/** The state of the answer form before anything is sent. */
export const justRead = (query: unknown): JustAnswered => ({
  ...nothingYet,
  isSent: z.object({ answered: z.literal('1') }).safeParse(query).success,
});

/** True if a link's report has an issue of this check. */
async function hasIssue(
  { db }: PageParts,
  { report: { digest }, auditId }: ShownByLink,
  checkId: string,
): Promise<boolean> {
  const known = knownScore(digest);
  const stored = known === undefined ? await findReport(db, auditId) : undefined;
  const score = known ?? (stored === undefined ? undefined : storedScore(stored));
  return score?.findings.some((finding) => finding.checkId === checkId) ?? false;
}

const refuse = (body: unknown, message: string): JustAnswered => ({
  ...nothingYet,
  refused: { message, ...typed.parse(body ?? {}) },
});

/** Why the form is refused, else its fields. */
function readForm(body: unknown, isOfIssue: boolean) {
  const fields = isOfIssue ? body : { ...Object(body), kind: 'new_measurement' };
  if (isOfIssue && !issueReplies.some((kind) => kind === Object(body).kind))
    return { message: 'Choose one of the four answers' };
  const read = answerForm.safeParse(fields);
  return read.success ? { answer: read.data } : { message: read.error.issues[0]?.message ?? 'Fill in the form' };
}

interface Asked {
  token: string;
  /** Null: about the whole report. */
  checkId: string | null;
  /** Sends the page with the form again. */
  again: (report: ShownByLink['report'], status: number) => Promise<HttpReply>;
}

/** Stores the answer of a link's form, then redirects to the page, so that success is only shown after the commit. */
export async function takeAnswer(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { token, checkId, again }: Asked,
): Promise<HttpReply> {
  // Other sites must not send answers on behalf of their visitors or from their addresses.
  if (originEvidence(request.headers, parts.identity.publicOrigin) === 'foreign')
    throw new AppError('forbidden_origin');
  const shown = await shownByLink(parts, token, nothingYet);
  if (shown === null || (shown.report.shared?.answers ?? null) === null) return sendNone(parts, request, reply);
  if (checkId !== null && !(await hasIssue(parts, shown, checkId))) return sendNone(parts, request, reply);
  const refused = async (status: number, message: string): Promise<HttpReply> => {
    const withReason = await shownByLink(parts, token, refuse(request.body, message));
    return withReason === null ? sendNone(parts, request, reply) : again(withReason.report, status);
  };
  const read = readForm(request.body, checkId !== null);
  if (read.answer === undefined) return refused(422, read.message);
  const { kind, text, name } = read.answer;
  const answer = { kind, check_id: checkId, text, name: name === '' ? null : name };
  const kept = await insertShareAnswer(parts.db, hashToken(token), answer, new Date(parts.identity.nowMs()));
  if (kept === 'gone') return sendNone(parts, request, reply);
  if (kept === 'too-many') return refused(429, 'This link has taken as many answers as it may for now');
  request.log.info({ kind, checkId, isNew: kept === 'kept' }, 'Answer to a shared report');
  const path = checkId === null ? '' : `/checks/${checkId}`;
  return reply.redirect(`${parts.web.basePath}/s/${token}${path}?answered=1#answer`, 303);
}
