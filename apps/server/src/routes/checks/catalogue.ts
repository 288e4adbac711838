import type { Catalogue, CatalogueCheck } from '@perimeter/contract/checks';
import type { Check } from '@perimeter/engine/catalogue/check';
import { phaseName } from '@perimeter/engine/catalogue/module';
import { modules } from '@perimeter/engine/modules/registry';
import { scoreVector } from '@perimeter/engine/scoring/cvss';
import { engineVersion } from '@perimeter/engine/version';

function toEntry({ id, title, finding, mode, cvss, cwe, references }: Check): CatalogueCheck {
  const rated = cvss === undefined ? { score: null, severity: null } : scoreVector(cvss);
  return {
    id,
    title,
    finding,
    mode,
    severity: rated.severity,
    cvss: rated.score,
    cvssVector: cvss ?? null,
    cwe: [...cwe],
    references: [...references],
  };
}

/** The catalogue of this version's checks. */
export const catalogueOfEngine = (): Catalogue => ({
  engineVersion,
  modules: modules.map(({ id, title, category, checks }) => ({
    id,
    phase: phaseName({ id }),
    title,
    category,
    checks: checks.map(toEntry),
  })),
});
