import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** Retention of statements of authority, in months: complaints may come late. */
export const statementMonths = 24;

/** A statement of authority, and its audit. */
export interface Statement {
  auditId: string;
  domain: string;
  registrableDomain: string;
  /** principalKey of the caller, or operator. */
  by: string;
  /** How the account proved control of the name; null: stated without proof. */
  proof: 'dns' | 'file' | null;
}

/** Stores a statement separately from its audit: neither retention nor the deletion of an account removes it. */
export async function keepStatement(trx: Transaction<Schema>, statement: Statement): Promise<void> {
  const { auditId, domain, registrableDomain, by, proof } = statement;
  await trx
    .insertInto('authority_statements')
    .values({ audit_id: auditId, domain, registrable_domain: registrableDomain, stated_by: by, proof })
    .execute();
}

/** Statements for a domain and its subdomains, newest first, a thousand at most. */
export const statementsFor = async (
  db: Kysely<Schema>,
  domain: string,
): Promise<(Omit<Statement, 'registrableDomain'> & { atMs: number })[]> => {
  const rows = await db
    .selectFrom('authority_statements')
    .select(['audit_id', 'domain', 'stated_by', 'proof', 'stated_at'])
    .where((is) => is.or([is('domain', '=', domain), is('domain', 'like', sql<string>`'%.' || ${domain}`)]))
    .orderBy('stated_at', 'desc')
    .limit(1_000)
    .execute();
  return rows.map((row) => ({
    auditId: row.audit_id,
    domain: row.domain,
    by: row.stated_by,
    proof: row.proof,
    atMs: row.stated_at.getTime(),
  }));
};
