import { z } from 'zod';
import { severity } from '../finding.ts';
import { scanMode } from '../report.ts';

/** A finding that was known when the baseline was made. */
export const baselineEntry = z.strictObject({
  fingerprint: z.string().min(1).max(100),
  check: z.string().min(1).max(100),
  host: z.string().max(253),
  severity,
  since: z.iso.date(),
});
export type BaselineEntry = z.infer<typeof baselineEntry>;

/** The file .perimeter-baseline.json. */
export const baselineFile = z.strictObject({
  perimeterBaseline: z.literal(1),
  domains: z.array(
    z.strictObject({
      domain: z.string(),
      mode: scanMode,
      authority: z.boolean(),
      policy: z.string(),
      score: z.int().min(0).max(100),
      judged: z.array(z.string()).describe('checks that had a result: a finding of another check is not new'),
      findings: z.array(baselineEntry),
    }),
  ),
});
export type BaselineFile = z.infer<typeof baselineFile>;
