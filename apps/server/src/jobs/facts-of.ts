import { severityCounts } from '@perimeter/contract/domains';
import { severity } from '@perimeter/contract/finding';
import { tallyOf } from '@perimeter/contract/issue';
import { z } from 'zod';
import type { ReportFacts } from '../repositories/audits/report-facts.ts';

const shape = z.object({
  score: z.object({ policyVersion: z.string(), uncapped: z.int().min(0).max(100) }),
  findings: z.array(z.object({ checkId: z.string(), cvss: z.number(), severity })),
  severities: severityCounts,
  coverage: z.object({ overall: z.object({ concludedPermille: z.int() }) }),
});

/** What lists show of a report. */
export const factsOf = ({ score, findings, severities, coverage }: z.infer<typeof shape>): ReportFacts => ({
  policyVersion: score.policyVersion,
  severities,
  issues: tallyOf(findings).bySeverity,
  uncapped: score.uncapped,
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
