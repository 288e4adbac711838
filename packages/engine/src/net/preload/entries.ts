import { UnusableList } from '../list-file.ts';

/** Longest object of the list; entries of Chromium's list have some hundred characters, pin sets some thousand. */
const maxObjectCharacters = 65_536;

/** Nesting depth of an entry: below the list and one of its arrays. */
const entryDepth = 3;

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

  /** True where the character belongs to a comment, or may start one. */
  #isComment(character: string): boolean {
    if (this.#inComment) {
      if (character === '\n') this.#inComment = false;
      return true;
    }
    if (character === '/') {
      this.#inComment = this.#slash;
      this.#slash = !this.#slash;
      return true;
    }
    if (this.#slash) throw new UnusableList('it is not the list in JSON with // comments');
    return false;
  }

  /** Appends a character to an entry; at its end, returns the whole entry. */
  #keep(character: string): string | null {
    if (this.#depth >= entryDepth) {
      this.#object += character;
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

  /** The entries that end in this slice. */
  *objects(slice: string): Generator<string> {
    for (const character of slice) {
      const object = this.#take(character);
      if (object !== null) yield object;
    }
  }
}
