import type { Kysely, Selectable } from 'kysely';
import type { AccountDomainsTable } from '../schema/domains.ts';
import type { Schema } from '../schema/schema.ts';
import type { ShareLinkRow } from '../schema/shared.ts';

/** The tags that an account gave its domains, and which it removed from its list. */
export const domainsOf = async (db: Kysely<Schema>, accountId: string): Promise<Selectable<AccountDomainsTable>[]> =>
  db.selectFrom('account_domains').selectAll().where('account_id', '=', accountId).orderBy('domain').execute();

/** The links that show its reports to others. */
export const shareLinksOf = async (db: Kysely<Schema>, accountId: string): Promise<ShareLinkRow[]> =>
  db.selectFrom('share_links').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
