import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** How long it is kept who stated that a name may be tested: complaints may come late. */
export const statementMonths = 24;

/** Who stated with which audit that a name may be tested. */
export interface Statement {
  auditId: string;
  domain: string;
  registrableDomain: string;
  /** principalKey of the caller, or operator. */
  by: string;
  /** How the account had proved to control the name; null: it was stated alone. */
  proof: 'dns' | 'file' | null;
}

/** Keeps a statement apart from its audit: neither retention nor the end of an account removes it. */
export async function keepStatement(trx: Transaction<Schema>, statement: Statement): Promise<void> {
  const { auditId, domain, registrableDomain, by, proof } = statement;
  await trx
    .insertInto('authority_statements')
    .values({ audit_id: auditId, domain, registrable_domain: registrableDomain, stated_by: by, proof })
    .execute();
}

/** The statements for a domain and the names below it, newest first, at most a thousand. */
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
