import { type Part, Unfit } from './expression.ts';
import { lengthOf } from './cost.ts';

/** Shorter texts stand in every script. */
const fewestCharacters = 5;

/** The text to search for before an expression is tried, and the range of a match around it. */
export interface Anchor {
  literals: readonly string[];
  before: number;
  after: number;
}

/** Groups that are there once and have one form are part of the sequence. */
const flat = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => {
    const [only, ...others] = part.kind === 'group' ? part.alternatives : [];
    const isPlain = part.kind === 'group' && part.min === 1 && part.max === 1 && !part.isAssertion;
    return isPlain && only !== undefined && others.length === 0 ? flat(only) : [part];
  });

const isFixed = (part: Part | undefined): part is Part & { kind: 'character' } =>
  part?.kind === 'character' && part.min === 1 && part.max === 1;

/** Runs of fixed characters, each with its place in the sequence. */
function* runsOf(parts: readonly Part[]): Generator<{ literals: string[]; start: number; end: number }> {
  for (let start = 0; start < parts.length; start += 1) {
    let end = start;
    let text = '';
    for (let part = parts[end]; isFixed(part); part = parts[end]) {
      text += part.text;
      end += 1;
    }
    if (text.length >= fewestCharacters) yield { literals: [text], start, end };
    start = Math.max(start, end - 1);
  }
}

/** Groups that are there once, and whose every form is fixed text. */
function* choicesOf(parts: readonly Part[]): Generator<{ literals: string[]; start: number; end: number }> {
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'group' || part.min !== 1 || part.isAssertion) continue;
    const texts = part.alternatives.map((one) => (one.every(isFixed) ? one.map(({ text }) => text).join('') : ''));
    if (texts.every((text) => text.length >= fewestCharacters)) yield { literals: texts, start: at, end: at + 1 };
  }
}

const shortest = ({ literals }: { literals: string[] }): number => Math.min(...literals.map(({ length }) => length));

/** The text that must stand in every match of an expression; throws {@link Unfit} where there is none. */
export function anchorOf(alternatives: readonly (readonly Part[])[]): Anchor {
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) throw new Unfit('no-literal');
  const parts = flat(only);
  const [best] = [...runsOf(parts), ...choicesOf(parts)].toSorted((a, b) => shortest(b) - shortest(a));
  if (best === undefined) throw new Unfit('no-literal');
  return {
    literals: best.literals,
    before: lengthOf(parts.slice(0, best.start)),
    after: lengthOf(parts.slice(best.start)),
  };
}
