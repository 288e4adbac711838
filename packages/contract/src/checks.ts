import { z } from 'zod';
import { categoryKey } from './category.ts';
import { severity } from './finding.ts';
import { scanMode } from './report.ts';

/** One check of the catalogue: its requirement, and the severity of a failure. */
export const catalogueCheck = z
  .object({
    id: z.string(),
    title: z.string().describe('what a passing target meets'),
    finding: z.string().describe('the fault, or the information of an informational check'),
    mode: scanMode.describe('deep: deep mode only'),
    severity: severity.nullable().describe('null for informational checks'),
    cvss: z.number().nullable(),
    cvssVector: z.string().nullable(),
    cwe: z.array(z.int()),
    references: z.array(z.string()),
  })
  .meta({ id: 'CatalogueCheck' });
export type CatalogueCheck = z.infer<typeof catalogueCheck>;

/** Answer of GET /api/checks: every module in the order of the phases; one without checks is not a phase yet. */
export const catalogue = z
  .object({
    engineVersion: z.string(),
    modules: z.array(
      z.object({
        id: z.string(),
        phase: z.string(),
        title: z.string(),
        category: categoryKey,
        checks: z.array(catalogueCheck),
      }),
    ),
  })
  .meta({ id: 'Catalogue' });
export type Catalogue = z.infer<typeof catalogue>;
