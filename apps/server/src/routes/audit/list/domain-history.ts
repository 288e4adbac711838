import type { DomainAudits, domainAuditsQuery } from '@perimeter/contract/domains';
import { z } from 'zod';
import { type HistoryPlace, historyQuery } from '../../../repositories/domains/history.ts';
import type { Db } from '../../../repositories/schema/schema.ts';
import { toSummary } from '../../../shown/audit-summary.ts';
import { cursorOf, valuesOf } from './cursor.ts';

// The latest time that a Date can hold (ECMA-262 section 21.4.1.1) has 16 digits in microseconds.
const place = z.tuple([z.string().regex(/^[0-9]{1,16}$/), z.uuid()]);

function placeOf(cursor: string): HistoryPlace {
  const [endedAtUs, id] = valuesOf(cursor, place);
  return { endedAtUs, id };
}

/** A page of an account's completed audits of a domain, newest first. Throws invalid_request for an unknown cursor. */
export async function domainHistory(
  db: Db,
  accountId: string,
  domain: string,
  { limit, cursor }: z.infer<typeof domainAuditsQuery>,
): Promise<DomainAudits> {
  const after = cursor === undefined ? null : placeOf(cursor);
  // Reads one row more than requested, to know whether there is another page.
  const { rows } = await historyQuery(accountId, domain, { limit: limit + 1, after }).execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    domain,
    audits: page.map((audit) => ({ ...toSummary(audit), change: audit.change })),
    nextCursor: last === undefined ? null : cursorOf([last.ended_at_us, last.id]),
  };
}
