import { severityCounts } from '@perimeter/contract/domains';
import { z } from 'zod';
import type { ReportFacts } from '../repositories/audits/report-facts.ts';

const shape = z.object({
  score: z.object({ policyVersion: z.string() }),
  severities: severityCounts,
  coverage: z.object({ overall: z.object({ concludedPermille: z.int() }) }),
});

/** What lists show of a report. */
export const factsOf = ({ score, severities, coverage }: z.infer<typeof shape>): ReportFacts => ({
  policyVersion: score.policyVersion,
  severities,
  concludedPermille: coverage.overall.concludedPermille,
});

/** The same of a stored report, which may be older; null where it does not have it. */
export function readFacts(body: Buffer): ReportFacts | null {
  try {
    const parsed = shape.safeParse(JSON.parse(body.toString()));
    return parsed.success ? factsOf(parsed.data) : null;
  } catch {
    return null;
  }
}
