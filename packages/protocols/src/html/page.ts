import { isEncodingLabel } from './encoding.ts';
import { inOneGo, type MarkupSink, readMarkup, type TagPlace, type TextForm } from './markup.ts';
import { statedBy, TitleText } from './stated.ts';
import type { StartTag } from './tokens.ts';
import { redactMeta } from './redact-text.ts';

/** A meta element that replaces a header or names a property of the document. */
export interface PageMeta {
  /** In lower case: its name, or the header that it replaces. */
  key: string;
  kind: 'name' | 'http-equiv';
  content: string;
  /** False after the head has ended, where browsers ignore policies. */
  inHead: boolean;
  /** Where the tag begins and ends, in characters of the text. */
  span: [start: number, end: number];
}

/** The result of one reading of a page, shared by all checks. */
export interface PageFacts {
  /** The first title, at most 200 characters of it. */
  title: string | null;
  /** The encoding that a meta element names near the start, as a browser looks for it before it decodes. */
  metaCharset: string | null;
  metas: PageMeta[];
  /** Count of input elements of type password. */
  passwordFields: number;
  /** Input elements of type hidden: how many, and the characters of the longest value; the values may be secrets. */
  hiddenFields: { count: number; longestValue: number };
}

/** Limits for each list of a page, and for the length of stored text. */
const maxMetas = 100;
const maxTitleCharacters = 200;
const maxContentCharacters = 2_048;

/** HTML looks for an encoding in the first 1024 bytes before it decodes the rest ("prescan a byte stream"). */
const prescanCharacters = 1_024;

const charsetIn = (content: string): string | null =>
  /charset\s{0,99}=\s{0,99}["']?([^\s"';]{1,99})/i.exec(content.slice(0, maxContentCharacters))?.[1] ?? null;

/** An encoding that browsers do not know is passed over ("prescan a byte stream"). */
function charsetOf({ attributes }: StartTag): string | null {
  const isContentType = attributes.get('http-equiv')?.toLowerCase() === 'content-type';
  const charset = attributes.get('charset') ?? (isContentType ? charsetIn(attributes.get('content') ?? '') : null);
  return charset !== null && isEncodingLabel(charset) ? charset : null;
}

const cut = (text: string): string => text.slice(0, maxContentCharacters);

function metasOf(tag: StartTag, inHead: boolean): PageMeta[] {
  const span: [number, number] = [tag.start, tag.end];
  return statedBy(tag).map((stated) => {
    const [key, content] = [cut(stated.key), cut(stated.content)];
    return { key, kind: stated.kind, content: redactMeta(key, content), inHead, span };
  });
}

/** The light collector: gathers what a reading of any page gives, alone or as a part of the full one of a document. */
export class PageState implements MarkupSink {
  readonly #metas: PageMeta[] = [];
  readonly #title = new TitleText();
  #metaCharset: string | null = null;
  #passwordFields = 0;
  #hiddenFields = 0;
  #longestValue = 0;

  startTag(tag: StartTag, { isHtml, inHead }: TagPlace): void {
    if (!isHtml) return;
    this.#title.startTag(tag);
    if (tag.name === 'meta') this.#addMeta(tag, inHead);
    if (tag.name === 'input') this.#addInput(tag);
  }

  rawText(element: string, text: string): void {
    this.#title.rawText(element, text);
  }

  #addMeta(tag: StartTag, inHead: boolean): void {
    if (tag.end <= prescanCharacters) this.#metaCharset ??= charsetOf(tag);
    for (const meta of metasOf(tag, inHead)) {
      // The last referrer policy counts, however many elements come before it.
      const most = meta.key === 'referrer' ? 2 * maxMetas : maxMetas;
      if (this.#metas.length < most) this.#metas.push(meta);
    }
  }

  #addInput({ attributes }: StartTag): void {
    const type = attributes.get('type')?.toLowerCase();
    if (type === 'password') this.#passwordFields += 1;
    if (type !== 'hidden') return;
    this.#hiddenFields += 1;
    this.#longestValue = Math.max(this.#longestValue, attributes.get('value')?.length ?? 0);
  }

  facts(): PageFacts {
    return {
      title: this.#title.text()?.slice(0, maxTitleCharacters).trim() ?? null,
      metaCharset: this.#metaCharset,
      metas: this.#metas,
      passwordFields: this.#passwordFields,
      hiddenFields: { count: this.#hiddenFields, longestValue: this.#longestValue },
    };
  }
}

/** Reads a page slice by slice. */
export function* readPage(html: string, form?: TextForm): Generator<void, PageFacts> {
  const state = new PageState();
  yield* readMarkup(html, state, form);
  return state.facts();
}

/** The same in one go, for short texts and tests. */
export const pageOf = (html: string, form?: TextForm): PageFacts => inOneGo(readPage(html, form));
