import { z } from 'zod';
import { afterFixes, outlook } from './score.ts';

/** Body of POST /api/audit/{id}/outlook. */
export const outlookBody = z.strictObject({
  checkIds: z
    .array(z.string().max(100))
    .max(1_000)
    .describe('the failed checks that are assumed to be fixed; ids of other checks change nothing'),
});

/** Answer of POST /api/audit/{id}/outlook. */
export const outlookIfFixed = z
  .object({
    id: z.string(),
    policyVersion: z.string(),
    ...afterFixes.shape,
    steps: outlook.shape.steps.describe('the chosen checks step by step, each in addition to those before'),
  })
  .meta({ id: 'OutlookIfFixed' });
export type OutlookIfFixed = z.infer<typeof outlookIfFixed>;
