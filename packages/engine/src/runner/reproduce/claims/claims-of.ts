import type { CategoryKey } from '@perimeter/contract/category';
import { modules } from '../../../modules/registry.ts';
import { allClaims } from './all.ts';
import type { Claim } from './claim.ts';
import { oneOfEachKind } from './one-of-each-kind.data.ts';

const categoryOf = new Map(modules.flatMap(({ category, checks }) => checks.map(({ id }) => [id, category] as const)));

/** Every claim, with the check that prints its command. */
export const everyClaim: readonly (readonly [id: string, claim: Claim])[] = allClaims.flatMap(
  ({ claims, alsoOn = [] }) => [...Object.entries(claims), ...alsoOn.map((claim) => [claim.id, claim] as const)],
);

/** The claims of a category: all of them, or one for each kind of command. */
export function claimsOf(category: CategoryKey, breadth: 'all' | 'kinds'): typeof everyClaim {
  const own = everyClaim.filter(([id]) => categoryOf.get(id) === category);
  if (breadth === 'all') return own;
  return own.filter(([id, { on }]) => allClaims.some(({ claims }) => claims[id]?.on === on) && oneOfEachKind.has(id));
}
