import type { StartTag } from './tokens.ts';

/** What a meta element states: a header that it replaces, a property that it names, or both. */
export interface Stated {
  kind: 'http-equiv' | 'name';
  /** In lower case. */
  key: string;
  content: string;
}

/** Reads a meta element for every collector; one without content states nothing (HTML section 4.2.5). */
export function statedBy({ attributes }: StartTag): Stated[] {
  const content = attributes.get('content');
  if (content === undefined) return [];
  return (['http-equiv', 'name'] as const).flatMap((kind) => {
    const key = attributes.get(kind)?.toLowerCase();
    return key === undefined ? [] : [{ kind, key, content }];
  });
}

/** Stored length of a title before it is cut to what a collector shows. */
const maxTitleCharacters = 1_024;

/** Gathers the text of the first title element, which names the document (HTML section 4.2.2). */
export class TitleText {
  #count = 0;
  #text = '';

  startTag({ name }: StartTag): void {
    if (name === 'title') this.#count += 1;
  }

  rawText(element: string, text: string): void {
    if (element === 'title' && this.#count === 1) this.#text = `${this.#text}${text}`.slice(0, maxTitleCharacters);
  }

  /** Null where there is no title element. */
  text(): string | null {
    return this.#count === 0 ? null : this.#text;
  }
}
