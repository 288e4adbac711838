import { z } from 'zod';
import { principalKey } from '../../credentials/principal.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import { auditPage } from '../audit/list/audit-page.ts';
import { ledgerPage } from '../usage/ledger-page.ts';
import { usageOf } from '../usage/usage-of.ts';
import type { PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { accountFor } from './signed-in.ts';

const perPage = 30;
const query = z.object({ cursor: z.string().max(200).optional().catch(undefined) });

async function sendAudits(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const { cursor } = query.parse(request.query);
  const page = await auditPage(parts.db, account.accountId, perPage, cursor);
  return sendPage(parts, request, reply, { name: 'audits', ...page, isFirstPage: cursor === undefined });
}

async function sendUsage(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const { principal } = request;
  const { cursor } = query.parse(request.query);
  const usage = await usageOf(parts.db, principal, parts.metering);
  const ledger =
    principal.kind === 'account' ? await ledgerPage(parts.db, principalKey(principal), perPage, cursor) : null;
  return sendPage(parts, request, reply, { name: 'usage', usage, ledger, isFirstPage: cursor === undefined });
}

/** GET /audits and /settings/usage: an account's audits and their costs. */
export function addListPages(http: Http, parts: PageParts): void {
  http.get('/audits', { schema: { hide: true } }, async (request, reply) => sendAudits(parts, request, reply));
  http.get('/settings/usage', { schema: { hide: true } }, async (request, reply) => sendUsage(parts, request, reply));
}
