import { z } from 'zod';
import { categoryKey } from './category.ts';
import { severity } from './finding.ts';
import { scanMode } from './report.ts';

/** One check of the catalogue: what is asked, and how bad it is where the answer is no. */
export const catalogueCheck = z
  .object({
    id: z.string(),
    title: z.string().describe('the good state'),
    finding: z.string().describe('the bad state, or what is reported where the check only informs'),
    mode: scanMode.describe('deep: asked only in deep mode'),
    severity: severity.nullable().describe('null where the check only informs'),
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
