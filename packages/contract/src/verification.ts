import { z } from 'zod';
import { grade } from './score.ts';

/** authentic: issued by this service and unchanged; altered: issued here and changed since; unknown: not one of this service's. */
export const verificationVerdict = z.enum(['authentic', 'altered', 'unknown']);
export type VerificationVerdict = z.infer<typeof verificationVerdict>;

/** What a file that claims to be a report was found to be. */
export const verification = z
  .object({
    verdict: verificationVerdict,
    checks: z.array(
      z.object({
        name: z.string(),
        passed: z.boolean().nullable().describe('null: not reached, because an earlier check failed'),
        detail: z.string(),
      }),
    ),
    fileSha256: z.string(),
    contentSha256: z.string().nullable().describe('of the report that the file says it holds'),
    report: z
      .object({
        id: z.string(),
        domain: z.string(),
        completedAt: z.int().describe('epoch milliseconds'),
        score: z.int(),
        grade,
        sealedAt: z.int().nullable().describe('epoch milliseconds; null: it was not yet asked for as a PDF'),
      })
      .nullable()
      .describe('what the register says of the report'),
  })
  .meta({ id: 'Verification' });
export type Verification = z.infer<typeof verification>;
