import { categoryKey } from '@perimeter/contract/category';
import { severity, severityCounts } from '@perimeter/contract/finding';
import { scanMode } from '@perimeter/contract/report';
import { grade } from '@perimeter/contract/grade';
import { coverageCount, gradeStatus } from '@perimeter/contract/score';
import { z } from 'zod';

/** The parts of a stored report that a comparison reads; older reports may differ elsewhere. */
export const comparedReport = z.object({
  domain: z.string(),
  scanMode,
  authority: z.literal(true).optional(),
  completedAt: z.int(),
  score: z.object({
    total: z.int(),
    uncapped: z.int().optional().catch(undefined),
    grade,
    gradeStatus: gradeStatus.optional().catch(undefined),
    policyVersion: z.string().optional().catch(undefined),
    categories: z.record(categoryKey, z.int()),
    categoryGrades: z.partialRecord(categoryKey, grade),
  }),
  coverage: z.object({ categories: z.record(categoryKey, coverageCount.pick({ concludedPermille: true })) }),
  severities: severityCounts,
  findings: z.array(
    z.object({
      checkId: z.string(),
      category: categoryKey,
      title: z.string(),
      severity,
      cvss: z.number(),
      host: z.string(),
      port: z.int().nullable(),
    }),
  ),
});
export type ComparedReport = z.infer<typeof comparedReport>;
