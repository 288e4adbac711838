import { z } from 'zod';
import { passwordProblem } from '../../../credentials/passwords/rules.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import { findAccount } from '../../../repositories/accounts/accounts.ts';
import { openAccount } from '../../../accounts/own/open-account.ts';
import { join, readInvitation } from '../../../accounts/team/join.ts';
import { callerOf } from '../../caller.ts';
import { addFormBody } from '../form-body.ts';
import { sendPage } from '../send.ts';
import { requireOwnForm, requireOwnOrigin } from './own-form.ts';

type PageParts = Parameters<typeof sendPage>[0];

const params = z.object({ token: z.string().max(128) });
const form = z.object({ password: z.string().catch('') });

/** The invitation of a link; null if there is none (any more). */
async function invitationOf(
  { identity }: PageParts,
  [request, reply]: readonly [HttpRequest, HttpReply],
  token: string,
): Promise<Awaited<ReturnType<typeof readInvitation>> | null> {
  try {
    return await readInvitation(identity, callerOf(identity, request, reply), token);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invitation_not_found') return null;
    throw error;
  }
}

async function emailOf({ db }: PageParts, { principal }: HttpRequest): Promise<string | null> {
  if (principal.kind === 'anonymous' || principal.personId === null) return null;
  return (await findAccount(db, principal.personId))?.email ?? null;
}

async function sendJoin(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { token, mistake, status }: { token: string; mistake: string | null; status: number },
): Promise<HttpReply> {
  const invitation = await invitationOf(parts, [request, reply], token);
  const page = { name: 'join', invitation, token, email: await emailOf(parts, request), mistake } as const;
  return sendPage(parts, request, reply, page, invitation === null ? 404 : status);
}

/** Accepts with the logged-in account, or with a new one. */
async function accept(parts: PageParts, request: HttpRequest, reply: HttpReply, token: string): Promise<HttpReply> {
  const { identity, web } = parts;
  requireOwnOrigin(parts, request);
  const joined = (): HttpReply => reply.redirect(`${web.basePath}/settings/team`, 303);
  if (request.principal.kind === 'account') {
    const account = requireOwnForm(parts, request, reply);
    if (account === null) return reply;
    await join(identity, callerOf(identity, request, reply), token);
    return joined();
  }
  const invitation = await invitationOf(parts, [request, reply], token);
  const { password } = form.catch({ password: '' }).parse(request.body);
  const problem = invitation === null ? null : passwordProblem(password, invitation.email);
  if (invitation === null || problem !== null)
    return sendJoin(parts, request, reply, { token, mistake: problem, status: 422 });
  try {
    await openAccount(
      identity,
      { email: invitation.email, password, invitation: token },
      callerOf(identity, request, reply),
    );
    return joined();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const mistake =
      error.code === 'email_taken'
        ? 'This address has an account: log in with it, and come back here'
        : error.details.errors?.[0]?.message;
    if (mistake === undefined) throw error;
    return sendJoin(parts, request, reply, { token, mistake, status: 422 });
  }
}

/** GET and POST /join/{token}: the page of an invitation's link, without script. */
export function addJoinPage(http: Http, parts: PageParts): void {
  http.get('/join/:token', { schema: { hide: true, params } }, async (request, reply) => {
    return sendJoin(parts, request, reply, { token: request.params.token, mistake: null, status: 200 });
  });
  addFormBody(http);
  http.post('/join/:token', { schema: { hide: true, params } }, async (request, reply) =>
    accept(parts, request, reply, request.params.token),
  );
}
