import { z } from 'zod';
import { auditStatus } from './audit.ts';
import { problems } from './problem.ts';
import { scanMode } from './report.ts';

/** The most domains of one batch. */
const mostDomains = 1_000;

/** How lists show a domain: browsers have no table of confusable letters, so the service prepares the name. */
export const listedAs = z
  .string()
  .describe(
    'The domain in the letters that people write, then as it is in DNS; in DNS form only where it is ASCII or may mislead',
  );

/** batch_ and a UUID. */
export const batchId = z.string().regex(/^batch_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Body of POST /api/batches/check. */
export const checkBatchBody = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(300_000)
    .describe(
      'One domain a line, or CSV: the column is taken whose heading is a word such as domain or host, else the first domain of each line',
    ),
});

const changed = <T extends z.ZodType>(of: T) => z.object({ before: of, after: of }).nullable();

/** What a list says of a domain beside its name, where that is not what the account keeps of it. */
const listedWords = z.object({
  tags: changed(z.array(z.string())),
  owner: changed(z.string()),
  note: changed(z.string()),
  refused: z.array(z.string()).describe('What cannot be kept, and why, in sentences'),
  isKnown: z.boolean().describe('true: the domain was audited, or is in a batch, so that PATCH /api/domains keeps it'),
});

/** The kind of a line. */
export const lineVerdict = z.enum(['valid', 'audited_today', 'duplicate', 'refused']);

/** Answer of POST /api/batches/check: nothing was started. */
export const checkedBatch = z
  .object({
    lines: z.array(
      z.object({
        line: z.int().describe('from 1'),
        input: z.string().describe('As it was given; empty where it may hold a password'),
        domain: z.string().nullable(),
        listedAs: listedAs.nullable(),
        verdict: lineVerdict,
        reason: z.string().nullable().describe('Why it is refused, in a sentence'),
        words: listedWords
          .nullable()
          .describe(
            'What the columns tags, owner and note would change; null: nothing. An empty cell changes nothing, nor does one that holds what the CSV of the domains wrote',
          ),
      }),
    ),
    linesLeftOut: z
      .int()
      .describe('Lines beyond the first 1000, which were not read; headings, comments and empty lines do not count'),
    credits: z
      .object({
        cost: z.int(),
        remaining: z.int(),
        resetsAt: z.int(),
        unlimited: z.boolean().describe('true: the account has no monthly limit'),
      })
      .describe('What the valid domains cost, domains audited today not counted'),
    startsAMinute: z.int().describe('How many audits the plan starts in a minute'),
  })
  .meta({ id: 'CheckedBatch' });
export type CheckedBatch = z.infer<typeof checkedBatch>;

/** Body of POST /api/batches. */
export const startBatchBody = z.strictObject({
  domains: z.array(z.string().max(1024)).min(1).max(mostDomains).describe('Repeated domains count once'),
  scanMode: scanMode.default('standard'),
  private: z.boolean().optional().describe('Without it, as the account has set'),
  authority: z.boolean().default(false).describe('Whether you may test all these domains'),
});

/** States of a batch: paused batches continue when they are resumed. */
export const batchStatus = z.enum(['running', 'paused', 'cancelled', 'done']);

/** A batch of domains that are audited one after the other. */
export const batch = z
  .object({
    id: batchId,
    status: batchStatus,
    pausedBecause: z
      .string()
      .nullable()
      .describe('Code of the problem, such as credits_exhausted')
      .meta({ examples: Object.keys(problems).slice(0, 1) }),
    scanMode,
    createdAt: z.int().describe('epoch milliseconds'),
    endedAt: z.int().nullable(),
    total: z.int(),
    waiting: z.int(),
    started: z.int(),
    refused: z.int(),
    ended: z.int().describe('Started audits that have ended'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof batch>;

/** Answer of GET /api/batches: the latest 20, newest first. */
export const batchList = z.object({ batches: z.array(batch) }).meta({ id: 'BatchList' });

/** Answer of GET /api/batches/{id}. */
export const batchDetails = batch
  .extend({
    items: z.array(
      z.object({
        domain: z.string(),
        listedAs,
        status: z.enum(['waiting', 'started', 'refused']),
        reason: z.string().nullable().describe('Code of the problem that the start was refused with'),
        auditId: z.string().nullable(),
        auditStatus: auditStatus.nullable(),
        score: z.int().nullable(),
        grade: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'BatchDetails' });
export type BatchDetails = z.infer<typeof batchDetails>;
