import { domainBody, domainChangesQuery, domainListQuery, tag, tagsBody } from '@perimeter/contract/domains';
import { z } from 'zod';
import { AppError } from '../../http/errors.ts';
import type { Http, HttpReply, HttpRequest } from '../../http/http.ts';
import { keepLine, withLine } from '../../plugins/access/deeds.ts';
import { addTags, hasDomain, removeDomain, setTags, setWords, wordsOf } from '../../repositories/domains/domains.ts';
import type { DbTransaction } from '../../repositories/schema/schema.ts';
import { countEnding } from '../../repositories/sharing/ending-waivers.ts';
import { listWaivers } from '../../repositories/sharing/waivers.ts';
import { auditableDomain } from '../auditable-domain.ts';
import { domainChangesOf, marksOf } from '../domains/domain-changes.ts';
import { domainHistory } from '../audit/list/domain-history.ts';
import { listDomains } from '../domains/list-domains.ts';
import { readSearch } from '../domains/search-words.ts';
import type { PageParts } from './options.ts';
import { sendPage } from './send.ts';
import { accountFor } from './signed-in.ts';
import { requireOwnForm } from './team/own-form.ts';

const mostAudits = 100;
const mostTags = 10;

/** Malformed query parameters are ignored. */
const query = z.object({
  sort: domainListQuery.shape.sort.catch('worst'),
  q: domainListQuery.shape.q.catch(undefined).transform((text) => (text === '' ? undefined : text)),
  tag: tag.optional().catch(undefined),
  cursor: domainListQuery.shape.cursor.catch(undefined),
});
const pairQuery = z.object({
  cursor: domainListQuery.shape.cursor.catch(undefined),
  from: domainChangesQuery.shape.from.catch(undefined),
  to: domainChangesQuery.shape.to.catch(undefined),
});
const form = z.object({
  tags: z.string().catch(''),
  // The query of the list page that contained the form.
  back: z.string().max(1_000).optional().catch(undefined),
  owner: domainBody.shape.owner,
  note: domainBody.shape.note,
});

/** The tags of a form. Throws invalid_request instead of dropping any silently. */
function tagsOf(text: string): string[] {
  const given = tagsBody.safeParse({ tags: [...new Set(text.split(/[\s,]+/u).filter((word) => word !== ''))] });
  if (given.success) return given.data.tags;
  throw new AppError('invalid_request', {
    detail: `A domain has at most ${mostTags} tags, of at most 40 characters each. Go back: what was typed is still there.`,
  });
}

const manyForm = z.object({
  pick: z.array(z.string().max(253)).max(100).catch([]),
  tags: form.shape.tags,
  back: form.shape.back,
});

/** The URL of the list that a form returns to. */
const listAs = (back = ''): string => `/domains?${new URLSearchParams(back).toString()}`;

/** Tags the selected domains. Throws invalid_request without tagging any. */
async function tagMany(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = requireOwnForm(parts, request, reply);
  if (account === null) return reply;
  const { pick, tags: typed, back } = manyForm.parse(request.body);
  const tags = tagsOf(typed);
  if (tags.length === 0 || pick.length === 0)
    throw new AppError('invalid_request', {
      detail: 'Select domains and type a tag. Go back: what you selected is still there.',
    });
  await parts.db.transaction().execute(async (trx) => {
    const { tagged, most } = await addTags(trx, account.accountId, { domains: pick, tags });
    if (most > mostTags)
      throw new AppError('invalid_request', {
        detail: `One of the domains would have ${most} tags, and may have ${mostTags}: none was tagged.`,
      });
    await keepLine(trx, request, `${tagged} domains: ${tags.join(' ')}`);
  });
  return reply.redirect(`${parts.web.basePath}${listAs(back)}`, 303);
}

/** The owner and note in a form. Throws invalid_request. */
function wordsOfForm(body: unknown): z.infer<typeof form> {
  const read = form.safeParse(body);
  if (read.success) return read.data;
  throw new AppError('invalid_request', {
    detail: 'An owner has at most 100 characters, a note 1,000. Go back: what was typed is still there.',
  });
}

/** The changes between the two latest audits, or the requested ones; null if there are no two with reports. */
async function changesOf({ db }: PageParts, accountId: string, domain: string, asked: z.infer<typeof pairQuery>) {
  try {
    return await domainChangesOf(db, accountId, domain, asked);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function sendDomains(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const asked = query.parse(request.query);
  const [unknown] = readSearch(asked.q).unknown;
  const known = unknown === undefined ? asked : { ...asked, q: undefined };
  const list = await listDomains(parts.db, account.accountId, { ...known, limit: 50 });
  // The cursor's place no longer exists, for example after domains were removed.
  if (list.domains.length === 0 && asked.cursor !== undefined) {
    const { sort, q, tag: label } = asked;
    const rest = { sort, ...(q === undefined ? {} : { q }), ...(label === undefined ? {} : { tag: label }) };
    return reply.redirect(`${parts.web.basePath}/domains?${new URLSearchParams(rest).toString()}`);
  }
  const endingRisks = await countEnding(parts.db, account.accountId, parts.identity.nowMs());
  const page = { name: 'domains', list, query: asked, unknown: unknown ?? null, endingRisks } as const;
  return sendPage(parts, request, reply, page);
}

async function sendDomain(parts: PageParts, request: HttpRequest, reply: HttpReply, name: string): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const { ascii: domain } = auditableDomain(name, '/domain');
  const { accountId } = account;
  const { cursor, ...pair } = pairQuery.parse(request.query);
  const [{ audits, nextCursor }, changes, words, waivers] = await Promise.all([
    domainHistory(parts.db, accountId, domain, { limit: mostAudits, cursor }),
    changesOf(parts, accountId, domain, pair),
    wordsOf(parts.db, accountId, domain),
    listWaivers(parts.db, accountId, domain),
  ]);
  if (audits.length === 0) throw new AppError('no_audit_for_domain');
  const risks = waivers.map(({ created_at: at, check_id: checkId }) => ({ at: at.getTime(), checkId }));
  // For the oldest entry of a page, the difference of what was measured refers to the previous audit, which is on the
  // next page.
  const before =
    nextCursor === null
      ? []
      : (await domainHistory(parts.db, accountId, domain, { limit: 1, cursor: nextCursor })).audits;
  const marks = await marksOf(parts.db, domain, [...audits, ...before]);
  const more = { marks, risks, nextCursor, isFirstPage: cursor === undefined };
  return sendPage(parts, request, reply, { name: 'domain', domain, audits, changes, ...words, ...more });
}

type Write = (trx: DbTransaction, accountId: string, domain: string) => Promise<void>;

/** Changes an account's notes about a domain, from a form of the dashboard. */
async function change(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { name, to, write }: { name: string; to: string; write: Write },
): Promise<HttpReply> {
  const account = requireOwnForm(parts, request, reply);
  if (account === null) return reply;
  const { ascii: domain } = auditableDomain(name, '/domain');
  if (!(await hasDomain(parts.db, account.accountId, domain))) throw new AppError('no_audit_for_domain');
  await withLine(parts.db, request, async (trx) => write(trx, account.accountId, domain));
  return reply.redirect(`${parts.web.basePath}${to.replace('{domain}', domain)}`, 303);
}

/** GET /domains and /domains/{domain}, and the forms that tag or remove domains. */
export function addDomainPages(http: Http, parts: PageParts): void {
  const params = z.object({ domain: z.string() });
  const hidden = { schema: { hide: true } };
  http.get('/domains', hidden, async (request, reply) => sendDomains(parts, request, reply));
  http.get('/domains/:domain', hidden, async (request, reply) =>
    sendDomain(parts, request, reply, params.parse(request.params).domain),
  );
  http.post('/domains/tags', hidden, async (request, reply) => tagMany(parts, request, reply));
  http.post('/domains/:domain/tags', hidden, async (request, reply) => {
    const { tags: given, owner, note, back } = wordsOfForm(request.body);
    const tags = tagsOf(given);
    const write: Write = async (trx, accountId, domain) => {
      await setTags(trx, accountId, domain, tags);
      await setWords(trx, accountId, domain, { owner, note });
    };
    const to = back === undefined ? '/domains/{domain}' : `${listAs(back)}#{domain}`;
    return change(parts, request, reply, { name: params.parse(request.params).domain, to, write });
  });
  http.post('/domains/:domain/remove', hidden, async (request, reply) => {
    return change(parts, request, reply, {
      name: params.parse(request.params).domain,
      to: '/domains',
      write: removeDomain,
    });
  });
}
