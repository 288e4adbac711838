import { problems } from '@perimeter/contract/problem';
import { freshProof, inviteBody, renameTeamBody, teamRole } from '@perimeter/contract/account/team';
import type { TeamProps } from '@perimeter/dashboard/lib/team-props';
import { z } from 'zod';
import { clearedCookieField, forgetSite } from '../../../credentials/session-token.ts';
import { AppError } from '../../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../../http/http.ts';
import { actorOf, type Caller } from '../../../accounts/caller.ts';
import { renameTeam } from '../../../repositories/teams/teams.ts';
import { confirmMaker } from '../../../accounts/team/confirm-maker.ts';
import { unproven } from '../../team/invitations.ts';
import { invite, withdraw } from '../../../accounts/team/invite.ts';
import { leaveTeam, setRole, takeOut } from '../../../accounts/team/members.ts';
import { readOwnTeams, readTeam, readTeamLog } from '../../../accounts/team/read-team.ts';
import { actFor } from '../../../accounts/team/act-for.ts';
import { callerOf } from '../../caller.ts';
import { addFormBody } from '../form-body.ts';
import { hidden, type PageParts } from '../options.ts';
import { sendPage } from '../send.ts';
import { accountFor } from '../signed-in.ts';
import { requireOwnForm } from './own-form.ts';
import { rowCursor } from '@perimeter/contract/account/activity';

/** What the forms hold that make, change or remove an admin, once they were asked for it; fields that are left empty count as left out. */
const proof = z.object({
  currentPassword: freshProof.currentPassword.catch(undefined),
  code: freshProof.code.catch(undefined),
});

/** The fields of an administrator's forms. */
const form = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('invite'),
    email: inviteBody.shape.email,
    role: teamRole,
    days: z.coerce.number().int().min(1).max(30),
  }),
  z.object({ act: z.literal('role'), id: z.uuid(), role: teamRole }),
  z.object({ act: z.literal('remove'), id: z.uuid() }),
  z.object({ act: z.literal('withdraw'), id: z.uuid() }),
  z.object({ act: z.literal('name'), name: renameTeamBody.shape.name }),
]);
/** The fields of a refused form that are filled again. */
const typed = z.object({ email: z.string().max(254).catch(''), role: teamRole.catch('reader') });

type Shown = Partial<Pick<TeamProps, 'made' | 'refused' | 'held'>>;

/** What the form held that makes, changes or removes an admin, to be sent again with a proof; null: something else was refused. */
function heldOf({ code }: AppError, body: unknown): TeamProps['held'] {
  const read = form.safeParse(body);
  if (!unproven.some((one) => one === code) || !read.success) return null;
  const fields = Object.fromEntries(Object.entries(read.data).map(([name, value]) => [name, String(value)]));
  return { fields, asksForCode: code !== 'login_failed' };
}

async function sendTeam(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { made = null, refused = null, held = null }: Shown = {},
  status = 200,
): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const [team, teams] = [await readTeam(parts.identity, account), await readOwnTeams(parts.identity, account)];
  const mayRun = account.scopes.includes('team:admin');
  return sendPage(parts, request, reply, { name: 'team', team, teams, mayRun, made, refused, held }, status);
}

/** Performs an administrator's form; an invitation is shown in the answer, because its link is shown only once. */
async function act(
  { identity }: PageParts,
  account: Parameters<typeof actorOf>[0],
  caller: Caller,
  body: unknown,
): Promise<TeamProps['made']> {
  const read = form.safeParse(body);
  if (!read.success) throw new AppError('invalid_request', { detail: 'The form holds a value that cannot be read' });
  const given = read.data;
  const prove = async (): Promise<void> => confirmMaker(identity, caller, proof.parse(body));
  const changer = { principal: account, prove };
  if (given.act === 'invite') {
    if (given.role === 'admin') await prove();
    const { email, role, days } = given;
    const { url } = await invite(identity, account, { email, role, expiresInDays: days }, caller.log);
    return { email, url };
  }
  if (given.act === 'role') await setRole(identity, changer, given.id, given.role);
  if (given.act === 'remove') await takeOut(identity, changer, given.id);
  if (given.act === 'withdraw') await withdraw(identity, account, given.id);
  if (given.act === 'name') await renameTeam(identity.db, account.accountId, given.name, actorOf(account));
  return null;
}

/** Shows a caller's mistake at the form; rethrows any other error. */
async function sendRefused(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  error: unknown,
): Promise<HttpReply> {
  if (!(error instanceof AppError) || problems[error.code].status >= 500) throw error;
  const { status, title } = problems[error.code];
  reply.headers(error.details.headers ?? {});
  const refused = { message: error.details.detail ?? title, ...typed.parse(request.body ?? {}) };
  return sendTeam(parts, request, reply, { refused, held: heldOf(error, request.body) }, status);
}

async function change(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = requireOwnForm(parts, request, reply);
  if (account === null) return reply;
  try {
    const made = await act(parts, account, callerOf(parts.identity, request, reply), request.body);
    return made === null
      ? reply.redirect(`${parts.web.basePath}/settings/team`, 303)
      : await sendTeam(parts, request, reply, { made });
  } catch (error) {
    return sendRefused(parts, request, reply, error);
  }
}

async function leave(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = requireOwnForm(parts, request, reply);
  if (account === null) return reply;
  try {
    await leaveTeam(parts.identity, account);
  } catch (error) {
    return sendRefused(parts, request, reply, error);
  }
  return reply
    .headers({
      'set-cookie': clearedCookieField(parts.identity.cookiesOf(request)),
      'clear-site-data': forgetSite,
    })
    .redirect(`${parts.web.basePath}/sign-in?next=/settings/team`, 303);
}

const choice = z.object({ team: z.uuid().catch('') });
const logQuery = z.object({
  cursor: rowCursor.optional().catch(undefined),
});
const perPage = 50;

async function sendLog(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const { cursor } = logQuery.parse(request.query);
  const [{ title }, page] = [
    await readTeam(parts.identity, account),
    await readTeamLog(parts.identity, account.accountId, { limit: perPage, cursor }),
  ];
  return sendPage(parts, request, reply, { name: 'team-log', title, ...page, isFirstPage: cursor === undefined });
}

/** GET and POST /settings/team, its log, and the forms to leave or switch teams. */
export function addTeamPages(http: Http, parts: PageParts): void {
  http.get('/settings/team', hidden, async (request, reply) => sendTeam(parts, request, reply));
  http.get('/settings/team/log', hidden, async (request, reply) => sendLog(parts, request, reply));
  addFormBody(http);
  http.post('/settings/team', hidden, async (request, reply) => change(parts, request, reply));
  http.post('/settings/team/leave', hidden, async (request, reply) => leave(parts, request, reply));
  http.post('/settings/team/switch', hidden, async (request, reply) => {
    const account = requireOwnForm(parts, request, reply);
    if (account === null) return reply;
    await actFor(parts.identity, account, choice.parse(request.body).team || account.accountId);
    return reply.redirect(`${parts.web.basePath}/settings/team`, 303);
  });
}
