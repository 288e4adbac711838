import type { ManyDomains, ManyDomainsBody } from '@perimeter/contract/domains';
import { type Kysely, sql } from 'kysely';
import type { DbTransaction, Schema } from '../schema/schema.ts';

interface Kept {
  tags: string[];
  owner: string;
  note: string;
}
type Given = ManyDomainsBody['domains'][number];
type Left = ManyDomains['left'][number];

/** The values of a domain without tags, owner or note. */
export const nothingKept: Readonly<Kept> = { tags: [], owner: '', note: '' };

/** Tags, owner and note that an account stored for these domains, by domain. */
export async function keptWordsOf(
  db: Kysely<Schema>,
  accountId: string,
  domains: readonly string[],
): Promise<ReadonlyMap<string, Kept>> {
  const rows = await db
    .selectFrom('account_domains')
    .select(['domain', 'tags', 'owner', 'note'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`domain = any(${[...domains]}::text[])`)
    .execute();
  return new Map(rows.map(({ domain, ...kept }) => [domain, kept]));
}

/** Which of these domains an account has audited, or has in a batch. */
export async function knownDomainsOf(
  db: Kysely<Schema>,
  accountId: string,
  domains: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ domain: string }>`
    select domain from unnest(${[...domains]}::text[]) as given (domain)
    where exists (select from audits where account_id = ${accountId} and audits.domain = given.domain)
      or exists (select from batches join batch_items on batch_id = batches.id
        where account_id = ${accountId} and batch_items.domain = given.domain)`.execute(db);
  return new Set(rows.map(({ domain }) => domain));
}

/** True if the stored values are those that the caller read before the change. */
const isAsRead = (kept: Kept, was: Given['was']): boolean =>
  was === undefined ||
  ((was.tags === undefined || was.tags.join(' ') === kept.tags.join(' ')) &&
    (was.owner === undefined || was.owner === kept.owner) &&
    (was.note === undefined || was.note === kept.note));

/** Changes tags, owner and note of many domains; skips those that the account never audited, and those changed since the caller read them. */
export async function setManyWords(
  trx: DbTransaction,
  accountId: string,
  given: readonly Given[],
): Promise<ManyDomains> {
  const byDomain = new Map(given.map((one) => [one.domain, one]));
  const known = await knownDomainsOf(trx, accountId, [...byDomain.keys()]);
  // Locked in one order, so that two requests for the same domains cannot deadlock.
  const names = [...known].toSorted();
  await sql`
    insert into account_domains (account_id, domain) select ${accountId}, domain from unnest(${names}::text[]) as domain
    on conflict do nothing`.execute(trx);
  await sql`select from account_domains where account_id = ${accountId} and domain = any(${names}::text[])
    order by domain for update`.execute(trx);
  const kept = await keptWordsOf(trx, accountId, names);
  const left: Left[] = [];
  const rows = [...byDomain.values()].flatMap(({ domain, was, ...to }) => {
    const before = kept.get(domain);
    if (before === undefined) left.push({ domain, reason: 'not_audited' });
    else if (!isAsRead(before, was)) left.push({ domain, reason: 'changed_meanwhile' });
    else
      return [{ domain, tags: to.tags ?? before.tags, owner: to.owner ?? before.owner, note: to.note ?? before.note }];
    return [];
  });
  // Joined by commas, which no tag contains.
  await sql`
    update account_domains as own set tags = string_to_array(given.tags, ','), owner = given.owner, note = given.note
    from unnest(${rows.map(({ domain }) => domain)}::text[], ${rows.map(({ tags }) => [...new Set(tags)].join(','))}::text[],
      ${rows.map(({ owner }) => owner)}::text[], ${rows.map(({ note }) => note)}::text[]) as given (domain, tags, owner, note)
    where own.account_id = ${accountId} and own.domain = given.domain`.execute(trx);
  return { changed: rows.map(({ domain }) => domain), left };
}
