import {
  type DomainBody,
  domainBody,
  domainChangesQuery,
  domainListQuery,
  tag,
  tagsBody,
} from '@perimeter/contract/domains';
import type { DomainProps, DomainsProps, RefusedWords } from '@perimeter/dashboard/lib/domain-props';
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
const back = z.string().max(1_000).optional().catch(undefined);
const typed = z.string().optional().catch(undefined);
// back: the list that the form stood in, as the query of its address.
const form = z.object({ tags: z.string().catch(''), owner: typed, note: typed, back });
const manyForm = z.object({ pick: z.array(z.string().max(253)).max(100).catch([]), tags: form.shape.tags, back });

const tooMany = `A domain has at most ${mostTags} tags, of at most 40 characters each.`;
const refusals = {
  owner: 'An owner has at most 100 characters.',
  note: 'A note has at most 1,000 characters.',
};

/** The tags of a form; undefined: they are too many or too long, and what is dropped without a word is lost. */
const tagsOf = (text: string): string[] | undefined =>
  tagsBody.safeParse({ tags: [...new Set(text.split(/[\s,]+/u).filter((word) => word !== ''))] }).data?.tags;

/** Where a form in the list leads back to, as it was shown. */
const listAs = (shown = ''): string => `/domains?${new URLSearchParams(shown).toString()}`;

type RefusedTags = NonNullable<DomainsProps['refusedTags']>;

/** Adds tags to the selected domains; why not, and then it has tagged none. */
async function addSelected(
  parts: PageParts,
  request: HttpRequest,
  account: { accountId: string },
  { pick, tags: given }: Pick<RefusedTags, 'pick' | 'tags'>,
): Promise<string | null> {
  const tags = tagsOf(given);
  if (tags === undefined) return tooMany;
  if (tags.length === 0 || pick.length === 0) return 'Select domains and type a tag.';
  try {
    await parts.db.transaction().execute(async (trx) => {
      const { tagged, most } = await addTags(trx, account.accountId, { domains: pick, tags });
      if (most > mostTags) throw new AppError('invalid_request', { detail: String(most) });
      await keepLine(trx, request, `${tagged} domains: ${tags.join(' ')}`);
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
    return `One of the domains would have ${error.details.detail} tags, and may have ${mostTags}: none was tagged.`;
  }
}

async function tagMany(parts: PageParts, request: HttpRequest, reply: HttpReply): Promise<HttpReply> {
  const account = requireOwnForm(parts, request, reply);
  if (account === null) return reply;
  const { back: shown, ...asked } = manyForm.parse(request.body);
  const why = await addSelected(parts, request, account, asked);
  if (why === null) return reply.redirect(`${parts.web.basePath}${listAs(shown)}`, 303);
  return sendDomains(parts, request, reply, { shown: queryOf(shown), refusedTags: { ...asked, why } });
}

type ReadForm = { refused: null; tags: string[]; words: DomainBody } | { refused: RefusedWords };

/** What a form keeps of a domain, or what of it is refused. */
function wordsOfForm({ tags: text, owner, note }: Pick<z.infer<typeof form>, 'tags' | 'owner' | 'note'>): ReadForm {
  const tags = tagsOf(text);
  const words = domainBody.safeParse({ owner, note });
  if (tags !== undefined && words.success) return { refused: null, tags, words: words.data };
  const wrong = new Set(words.error?.issues.map(({ path }) => path[0]));
  const refused: RefusedWords = {
    typed: { tags: text, owner, note },
    wrong: {
      ...(tags === undefined ? { tags: tooMany } : {}),
      ...(wrong.has('owner') ? { owner: refusals.owner } : {}),
      ...(wrong.has('note') ? { note: refusals.note } : {}),
    },
  };
  return { refused };
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

/** The query of a list as a form of it carries it. */
const queryOf = (shown = ''): unknown => Object.fromEntries(new URLSearchParams(shown));

interface ShownAgain {
  /** The query of the list. */
  shown: unknown;
  refusedRow?: DomainsProps['refusedRow'];
  refusedTags?: DomainsProps['refusedTags'];
}

async function sendDomains(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { shown, refusedRow = null, refusedTags = null }: ShownAgain,
): Promise<HttpReply> {
  const account = accountFor(parts, request, reply);
  if (account === null) return reply;
  const asked = query.parse(shown);
  const [unknown] = readSearch(asked.q).unknown;
  const known = unknown === undefined ? asked : { ...asked, q: undefined };
  const list = await listDomains(parts.db, account.accountId, { ...known, limit: 50 });
  // The row is on another page by now: what was typed in it stands on the page of its domain.
  if (refusedRow !== null && list.domains.every(({ domain }) => domain !== refusedRow.domain))
    return sendDomain(parts, request, reply, { name: refusedRow.domain, refused: refusedRow });
  // The place that the cursor stands for is gone, as after domains were removed.
  if (list.domains.length === 0 && asked.cursor !== undefined) {
    const { sort, q, tag: label } = asked;
    const rest = { sort, ...(q === undefined ? {} : { q }), ...(label === undefined ? {} : { tag: label }) };
    return reply.redirect(`${parts.web.basePath}/domains?${new URLSearchParams(rest).toString()}`);
  }
  const endingRisks = await countEnding(parts.db, account.accountId, parts.identity.nowMs());
  const refused = { refusedRow, refusedTags };
  const page = { name: 'domains', list, query: asked, unknown: unknown ?? null, endingRisks, ...refused } as const;
  return sendPage(parts, request, reply, page, refusedRow === null && refusedTags === null ? 200 : 400);
}

async function sendDomain(
  parts: PageParts,
  request: HttpRequest,
  reply: HttpReply,
  { name, refused }: { name: string; refused: DomainProps['refused'] },
): Promise<HttpReply> {
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
  const more = { marks, risks, nextCursor, isFirstPage: cursor === undefined, refused };
  const page = { name: 'domain', domain, audits, changes, ...words, ...more } as const;
  return sendPage(parts, request, reply, page, refused === null ? 200 : 400);
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

async function saveWords(parts: PageParts, request: HttpRequest, reply: HttpReply, name: string): Promise<HttpReply> {
  const { back: shown, ...given } = form.parse(request.body);
  const read = wordsOfForm(given);
  if (read.refused === null) {
    const write: Write = async (trx, accountId, domain) => {
      await setTags(trx, accountId, domain, read.tags);
      await setWords(trx, accountId, domain, read.words);
    };
    const to = shown === undefined ? '/domains/{domain}' : `${listAs(shown)}#{domain}`;
    return change(parts, request, reply, { name, to, write });
  }
  const { refused } = read;
  if (requireOwnForm(parts, request, reply) === null) return reply;
  if (shown === undefined) return sendDomain(parts, request, reply, { name, refused });
  const { ascii: domain } = auditableDomain(name, '/domain');
  return sendDomains(parts, request, reply, { shown: queryOf(shown), refusedRow: { ...refused, domain } });
}

/** GET /domains and /domains/{domain}, and the forms that tag and remove one, or tag several. */
export function addDomainPages(http: Http, parts: PageParts): void {
  const params = z.object({ domain: z.string() });
  const nameOf = (request: HttpRequest): string => params.parse(request.params).domain;
  const hidden = { schema: { hide: true } };
  http.get('/domains', hidden, async (request, reply) => sendDomains(parts, request, reply, { shown: request.query }));
  http.get('/domains/:domain', hidden, async (request, reply) =>
    sendDomain(parts, request, reply, { name: nameOf(request), refused: null }),
  );
  http.post('/domains/tags', hidden, async (request, reply) => tagMany(parts, request, reply));
  http.post('/domains/:domain/tags', hidden, async (request, reply) =>
    saveWords(parts, request, reply, nameOf(request)),
  );
  http.post('/domains/:domain/remove', hidden, async (request, reply) =>
    change(parts, request, reply, { name: nameOf(request), to: '/domains', write: removeDomain }),
  );
}
