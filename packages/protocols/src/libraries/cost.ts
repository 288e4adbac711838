import { type Part, Unfit } from './expression.ts';

/** A placeholder for text of any length. */
const unboundedCharacters = 200;
/** Longer windows are not looked at. */
const maxWindow = 3_000;
/** The longest version. */
const versionCharacters = 72;

/** The most characters of a sequence, with a bound for text of any length. */
export const lengthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (part.max === Infinity ? unboundedCharacters : part.max) * lengthOfOne(part), 0);

function lengthOfOne(part: Part): number {
  if (part.kind === 'edge') return 0;
  if (part.kind === 'version') return versionCharacters;
  if (part.kind !== 'group') return 1;
  return part.isAssertion ? 0 : Math.max(...part.alternatives.map(lengthOf));
}

/** How far a part of variable length may reach. */
const range = ({ min, max }: Part): number => max - min;

const isVariable = (part: Part): boolean =>
  range(part) > 0 || (part.kind === 'group' && part.alternatives.some((parts) => parts.some(isVariable)));

/** Classes that match nearly everything: two in a row can share a text in many ways. */
const isBroad = (part: Part): boolean =>
  part.kind === 'class' && (/^(?:\.|\[\^|\\[SWD]$)/.test(part.text) || /\\s.*\\S|\\S.*\\s/.test(part.text));

/** Count of broad parts of variable length, those of groups among them. */
function broadParts(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'group') return sum + Math.max(0, ...part.alternatives.map(broadParts));
    return sum + (isBroad(part) && range(part) > 8 ? 1 : 0);
  }, 0);
}

/** A repeated group of variable content may read the same text in exponentially many ways. */
function refuseNested(parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.kind !== 'group') continue;
    const isRepeated = part.max > 4;
    if (isRepeated && (part.alternatives.length > 1 || part.alternatives.some((one) => one.some(isVariable))))
      throw new Unfit('nested-quantifiers');
    for (const alternative of part.alternatives) refuseNested(alternative);
  }
}

/** Broad parts that an expression may have: the steps of a match grow with the window to this power. */
const maxBroadParts = 2;
/** Above it no second broad part may stand in the window. */
const narrowWindow = 1_200;

/** Refuses what could take long in a window of that length. */
export function refuseCostly(alternatives: readonly (readonly Part[])[], window: number): void {
  for (const parts of alternatives) refuseNested(parts);
  if (window > maxWindow) throw new Unfit('too-wide');
  for (const parts of alternatives) {
    const broad = broadParts(parts);
    if (broad > maxBroadParts || (broad > 1 && window > narrowWindow)) throw new Unfit('too-wide');
  }
}
