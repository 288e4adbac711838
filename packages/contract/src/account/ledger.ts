import { z } from 'zod';
import { auditStatus } from '../audit.ts';
import { grade } from '../grade.ts';
import { scanMode } from '../report.ts';

/** The kind of request that a credit was charged for. */
export const chargedBy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), keyId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('browser') }),
  z.object({ kind: z.literal('unknown').describe('charged before this was kept') }),
]);
export type ChargedBy = z.infer<typeof chargedBy>;

/** One movement of credits: a charge or a refund. */
export const ledgerEntry = z
  .object({
    id: z.string(),
    at: z.int().describe('epoch milliseconds'),
    credits: z.int().describe('1: charged; -1: refunded'),
    reason: z.enum(['started', 'failed', 'cancelled', 'shared']),
    by: chargedBy,
    auditId: z.string(),
    domain: z.string(),
    scanMode,
    status: auditStatus,
    score: z.int().nullable(),
    grade: grade.nullable(),
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Query of GET /api/usage/ledger. */
export const ledgerQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(40).optional().describe('nextCursor of the page before'),
});

/** Answer of GET /api/usage/ledger. */
export const ledger = z
  .object({
    days: z
      .array(z.object({ day: z.string(), used: z.int() }))
      .describe('credits of this calendar month (UTC) by the day on which they were charged, without refunded ones'),
    entries: z.array(ledgerEntry).describe('newest first'),
    nextCursor: z.string().nullable().describe('null on the last page'),
  })
  .meta({ id: 'Ledger' });
export type Ledger = z.infer<typeof ledger>;
