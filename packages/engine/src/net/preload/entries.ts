import { UnusableList } from '../list-file.ts';

/** Longest object of the list; entries of Chromium's list have some hundred characters, pin sets some thousand. */
const maxObjectCharacters = 65_536;

/** Nesting depth of an entry: below the list and one of its arrays. */
const entryDepth = 3;

/** Where a string, a comment, or what is outside of both goes on differently. */
const turns = { string: /["\\]/gu, comment: /\n/gu, outside: /["/{}[\]]/gu };

/** Extracts the objects in the arrays of a JSON list with line comments, slice by slice. */
export class EntryScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #inComment = false;
  #slash = false;
  #object = '';
  #ended = false;

  /** Whether the list began and all its brackets are closed. */
  get isWhole(): boolean {
    return this.#ended && this.#depth === 0;
  }

  #inText(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === '\\') this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }

  /** True where the character ends a comment, or belongs to the start of one. */
  #isComment(character: string): boolean {
    const isSlash = !this.#inComment && character === '/';
    if (!this.#inComment && !isSlash) return false;
    this.#inComment = isSlash && this.#slash;
    this.#slash = isSlash && !this.#slash;
    return true;
  }

  /** Appends a piece of an entry. */
  #keep(piece: string): null {
    if (this.#depth >= entryDepth) {
      this.#object += piece;
      if (this.#object.length > maxObjectCharacters) throw new UnusableList('an entry is longer than 65536 characters');
    }
    return null;
  }

  #bracket(character: string): string | null {
    if (character === '{' || character === '[') {
      if (this.#ended) throw new UnusableList('it does not end with its list');
      this.#depth += 1;
      return this.#keep(character);
    }
    this.#keep(character);
    this.#depth -= 1;
    if (this.#depth < 0) throw new UnusableList('its brackets do not match');
    this.#ended = this.#depth === 0;
    if (this.#depth !== entryDepth - 1) return null;
    const object = this.#object;
    this.#object = '';
    return object;
  }

  #take(character: string): string | null {
    if (this.#inString) this.#inText(character);
    else if (this.#isComment(character)) return null;
    else if (character === '"') this.#inString = true;
    else if ('{[]}'.includes(character)) return this.#bracket(character);
    return this.#keep(character);
  }

  /** Keeps what stands before the next turn; returns where that is. */
  #skip(slice: string, from: number): number {
    if (this.#escaped || from >= slice.length) return from;
    if (this.#slash && slice[from] !== '/') throw new UnusableList('it is not the list in JSON with // comments');
    const turn = this.#inString ? turns.string : this.#inComment ? turns.comment : turns.outside;
    turn.lastIndex = from;
    const to = turn.exec(slice)?.index ?? slice.length;
    if (!this.#inComment) this.#keep(slice.slice(from, to));
    return to;
  }

  /** The entries that end in this slice. */
  *objects(slice: string): Generator<string> {
    for (let at = this.#skip(slice, 0); at < slice.length; at = this.#skip(slice, at + 1)) {
      const object = this.#take(slice[at] ?? '');
      if (object !== null) yield object;
    }
  }
}
