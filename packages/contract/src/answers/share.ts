import { z } from 'zod';

/** For how many days a link can show a report. */
export const shareDays = [7, 30, 90] as const;

/** Body of POST /api/audit/{id}/shares. */
export const newShareBody = z.strictObject({
  expiresInDays: z.union(shareDays.map((days) => z.literal(days))).default(30),
  redacted: z.boolean().default(false).describe('leave evidence and hosts out'),
  answers: z
    .boolean()
    .default(false)
    .describe('anyone who has the link may answer issues and ask for a new measurement'),
});

/** A share link that shows a report to anyone who has it; its token is returned only once. */
export const shareLink = z
  .object({
    id: z.string(),
    redacted: z.boolean(),
    answers: z.boolean().describe('it takes answers'),
    createdAt: z.int().describe('epoch milliseconds'),
    expiresAt: z.int().describe('epoch milliseconds'),
  })
  .meta({ id: 'ShareLink' });
export type ShareLink = z.infer<typeof shareLink>;

/** Answer of POST /api/audit/{id}/shares: the only place where the address appears. */
export const newShareLink = z.object({ url: z.string(), share: shareLink }).meta({ id: 'NewShareLink' });

/** Answer of GET /api/audit/{id}/shares: the links that work, newest first. */
export const shareLinkList = z.object({ shares: z.array(shareLink) }).meta({ id: 'ShareLinkList' });

/** Body of PATCH /api/audit/{id}. */
export const auditChange = z.strictObject({ private: z.boolean().describe('whether only its account can read it') });
