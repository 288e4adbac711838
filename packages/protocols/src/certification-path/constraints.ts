import type { ParsedCertificate } from '../x509/certificate.ts';
import { type ConstrainedName, constrainedNames, printName } from './constrained-names.ts';
import { sameName } from '../x509/distinguished-name.ts';
import type { NameConstraints } from '../x509/extensions.ts';
import { nameOf, type PathProblem, type PathProblemReason, problemOf } from './problems.ts';
import { comparableName, type SubtreeKind, type SubtreeTest, subtreeTest } from './subtrees.ts';

/** How many comparisons of names with subtrees a search may make; a path that needs more is rejected, as in other verifiers. */
export interface ComparisonBudget {
  left: number;
}

/** Comparisons that one leaf may cost: real chains need some hundreds. */
export const maxComparisons = 250_000;

/** The constraints of one issuer, prepared for many comparisons. */
interface Tests {
  permitted: SubtreeTest[];
  excluded: SubtreeTest[];
}

const testsOf = ({ permitted, excluded }: NameConstraints): Tests => ({
  permitted: (permitted ?? []).map(subtreeTest),
  excluded: (excluded ?? []).map(subtreeTest),
});

/** A violation of constraints: its reason, and the values after the constraining certificate's name. */
interface Breach {
  reason: PathProblemReason;
  values: readonly string[];
}

/** The violation of one name by one issuer's constraints; null: none. */
function nameProblem(tests: Tests, name: ConstrainedName): Breach | null {
  const permitted = tests.permitted.filter(({ isAbout }) => isAbout(name));
  const excluded = tests.excluded.filter(({ isAbout }) => isAbout(name));
  const [some] = [...excluded, ...permitted];
  if (some === undefined) return null;
  // RFC 5280 section 4.2.1.10: an unsupported constraint rejects every name of its type.
  const comparable = comparableName(name);
  const unusable = comparable === null ? some : [...excluded, ...permitted].find(({ contains }) => contains === null);
  if (comparable === null || unusable !== undefined)
    return { reason: 'name-incomparable', values: [printName(name), (unusable ?? some).text] };
  const within = (kind: SubtreeKind) => (test: SubtreeTest) => test.contains?.(comparable, kind) === true;
  const hit = excluded.find(within('excluded'));
  if (hit !== undefined) return { reason: 'name-excluded', values: [printName(name), hit.text] };
  if (permitted.length === 0 || permitted.some(within('permitted'))) return null;
  const shown = permitted.slice(0, 3).map(({ text }) => text);
  return {
    reason: 'name-not-permitted',
    values: [printName(name), `${shown.join(', ')}${permitted.length > 3 ? ', …' : ''}`],
  };
}

/**
 * The violation of names below an issuer by its name constraints (RFC 5280 section 6.1.3 b and c); null: none. `below`
 * begins with the leaf, which counts even where it is self-issued.
 */
export function constraintsProblem(
  issuer: ParsedCertificate,
  below: readonly ParsedCertificate[],
  budget: ComparisonBudget,
): PathProblem | null {
  const { nameConstraints } = issuer;
  if (nameConstraints === null) return null;
  // RFC 5280 section 6.1.3 b: self-issued certificates are exempt, but not the leaf.
  const named = below
    .filter(({ subject, issuer }, index) => index === 0 || !sameName(subject, issuer))
    .map((certificate) => ({ certificate, names: constrainedNames(certificate) }));
  const names = named.reduce((sum, one) => sum + one.names.length, 0);
  const subtrees = (nameConstraints.permitted?.length ?? 0) + (nameConstraints.excluded?.length ?? 0);
  budget.left -= Math.max(1, names) * subtrees;
  const [first] = below;
  if (budget.left < 0 && first !== undefined)
    return problemOf('constraints-too-many', first, nameOf(issuer), names, subtrees);
  const tests = testsOf(nameConstraints);
  for (const one of named) {
    const breach = one.names.map((name) => nameProblem(tests, name)).find((found) => found !== null) ?? null;
    if (breach !== null) return problemOf(breach.reason, one.certificate, nameOf(issuer), ...breach.values);
  }
  return null;
}
