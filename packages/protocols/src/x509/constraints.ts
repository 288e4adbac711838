import type { ParsedCertificate } from './certificate.ts';
import { type ConstrainedName, constrainedNames, printName } from './constrained-names.ts';
import { sameName } from './distinguished-name.ts';
import type { NameConstraints } from './extensions.ts';
import { fitOf, printSubtree } from './subtrees.ts';

/** How many comparisons of a name with a subtree a search may cost; what needs more is refused, as verifiers do. */
export interface ComparisonBudget {
  left: number;
}

/** Comparisons that one leaf may cost: real chains need some hundreds. */
export const maxComparisons = 250_000;

/** What is wrong with one name under one issuer's constraints; null: nothing. */
function nameProblem({ permitted, excluded }: NameConstraints, name: ConstrainedName): string | null {
  for (const subtree of excluded ?? []) {
    const found = fitOf(subtree, name, 'excluded');
    if (found === 'inside') return `${printName(name)} is inside the excluded ${printSubtree(subtree)}`;
    if (found === 'unusable') return `${printName(name)} cannot be compared with the excluded ${printSubtree(subtree)}`;
  }
  const fits = (permitted ?? []).map((subtree) => ({ subtree, found: fitOf(subtree, name, 'permitted') }));
  const about = fits.filter(({ found }) => found !== null);
  const unusable = about.find(({ found }) => found === 'unusable');
  if (unusable !== undefined)
    return `${printName(name)} cannot be compared with the permitted ${printSubtree(unusable.subtree)}`;
  if (about.length === 0 || about.some(({ found }) => found === 'inside')) return null;
  const shown = about.slice(0, 3).map(({ subtree }) => printSubtree(subtree));
  return `${printName(name)} is outside of the permitted ${shown.join(', ')}${about.length > 3 ? ', …' : ''}`;
}

/**
 * What is wrong with the names of the certificates below an issuer under its name constraints (RFC 5280 section 6.1.3 b
 * and c); null: nothing. `below` begins with the leaf, which counts even where it is self-issued.
 */
export function constraintsProblem(
  { nameConstraints }: ParsedCertificate,
  below: readonly ParsedCertificate[],
  budget: ComparisonBudget,
): { certificate: ParsedCertificate; reason: string } | null {
  if (nameConstraints === null) return null;
  const subtrees = (nameConstraints.permitted?.length ?? 0) + (nameConstraints.excluded?.length ?? 0);
  for (const [index, certificate] of below.entries()) {
    if (index > 0 && sameName(certificate.subject, certificate.issuer)) continue;
    const names = constrainedNames(certificate);
    budget.left -= names.length * subtrees;
    if (budget.left < 0)
      return {
        certificate,
        reason: `${names.length} names under ${subtrees} constraints are more than verifiers compare`,
      };
    for (const name of names) {
      const reason = nameProblem(nameConstraints, name);
      if (reason !== null) return { certificate, reason };
    }
  }
  return null;
}
