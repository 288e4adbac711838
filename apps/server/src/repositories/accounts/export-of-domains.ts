import type { Kysely, Selectable } from 'kysely';
import type { AccountDomainsTable } from '../schema/domains.ts';
import type { Schema } from '../schema/schema.ts';
import type { ShareLinkRow } from '../schema/shared.ts';

/** The tags of an account's domains, and the domains that it removed from its list. */
export const domainsOf = async (db: Kysely<Schema>, accountId: string): Promise<Selectable<AccountDomainsTable>[]> =>
  db.selectFrom('account_domains').selectAll().where('account_id', '=', accountId).orderBy('domain').execute();

/** The share links of an account's reports. */
export const shareLinksOf = async (db: Kysely<Schema>, accountId: string): Promise<ShareLinkRow[]> =>
  db.selectFrom('share_links').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();
