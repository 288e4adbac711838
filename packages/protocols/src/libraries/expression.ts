/** A piece of a regular expression, as far as its cost and its fixed text depend on it. */
export type Part =
  | { kind: 'character'; text: string; min: number; max: number }
  | { kind: 'class'; text: string; min: number; max: number }
  | { kind: 'version'; min: number; max: number }
  | { kind: 'group'; alternatives: readonly (readonly Part[])[]; isAssertion: boolean; min: number; max: number }
  | { kind: 'edge'; min: number; max: number };

/** Retire's placeholder for a version. */
export const versionMark = '§§version§§';

/** A version: Retire's letters, and a build after a plus. */
export const versionPattern = '[0-9][0-9.a-z_-]{1,40}(?:\\+[0-9a-z.-]{1,30})?';

/** The expression as JavaScript runs it. */
export const compiled = (expression: string, flags: string): RegExp =>
  new RegExp(expression.replaceAll(versionMark, versionPattern), flags);

/** An expression that is not taken, and why. */
export class Unfit extends Error {
  readonly reason: 'back-reference' | 'not-read' | 'nested-quantifiers' | 'no-literal' | 'too-wide';
  constructor(reason: Unfit['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/** Reads an expression from left to right; what it does not know, it refuses. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Part[][] {
    const alternatives = this.#alternatives();
    if (this.#at < this.#text.length) throw new Unfit('not-read');
    return alternatives;
  }

  #alternatives(): Part[][] {
    const alternatives: Part[][] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#text[this.#at] === '|') {
        this.#at += 1;
        alternatives.push([]);
      } else alternatives.at(-1)?.push(this.#quantified(this.#atom()));
    }
    return alternatives;
  }

  #atom(): Part {
    const rest = this.#text.slice(this.#at);
    if (rest.startsWith(versionMark)) return this.#take(versionMark.length, { kind: 'version', min: 1, max: 1 });
    const [first = ''] = rest;
    if (first === '(') return this.#group(rest);
    if (first === '[') return this.#class(rest);
    if (first === '\\') return this.#escape(rest);
    if (first === '.') return this.#take(1, { kind: 'class', text: '.', min: 1, max: 1 });
    if (first === '^' || first === '$') return this.#take(1, { kind: 'edge', min: 1, max: 1 });
    return this.#take(first.length, { kind: 'character', text: first, min: 1, max: 1 });
  }

  #take(characters: number, part: Part): Part {
    this.#at += characters;
    return part;
  }

  #escape(rest: string): Part {
    const letter = rest[1] ?? '';
    if (/[1-9kpPu]/.test(letter)) throw new Unfit(/[1-9k]/.test(letter) ? 'back-reference' : 'not-read');
    if (/[bB]/.test(letter)) return this.#take(2, { kind: 'edge', min: 1, max: 1 });
    if (/[dDsSwW]/.test(letter)) return this.#take(2, { kind: 'class', text: `\\${letter}`, min: 1, max: 1 });
    return this.#take(2, { kind: 'character', text: escapes[letter] ?? letter, min: 1, max: 1 });
  }

  #class(rest: string): Part {
    const text = /^\[(?:\\[^]|[^\]\\])*\]/.exec(rest)?.[0];
    if (text === undefined) throw new Unfit('not-read');
    return this.#take(text.length, { kind: 'class', text, min: 1, max: 1 });
  }

  #group(rest: string): Part {
    const opening = /^\((?:\?(?:[:=!]|<[=!]))?/.exec(rest)?.[0] ?? '(';
    this.#at += opening.length;
    const alternatives = this.#alternatives();
    if (this.#text[this.#at] !== ')') throw new Unfit('not-read');
    const isAssertion = opening.length > 1 && opening !== '(?:';
    return this.#take(1, { kind: 'group', alternatives, isAssertion, min: 1, max: 1 });
  }

  #quantified(part: Part): Part {
    const found = /^(?:([*+?])|\{(\d{1,4})(,?)(\d{0,4})\})\??/.exec(this.#text.slice(this.#at, this.#at + 16));
    if (found === null) return part;
    const [whole, sign, least = '', comma, most = ''] = found;
    this.#at += whole.length;
    if (sign !== undefined) return { ...part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(least);
    return { ...part, min, max: comma === '' ? min : most === '' ? Infinity : Number(most) };
  }
}

/** The parts of an expression; throws {@link Unfit} for what cannot be judged. */
export const partsOf = (expression: string): Part[][] => new Reader(expression).read();
