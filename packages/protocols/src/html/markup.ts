import { isShadowRoot, Templates } from './templates.ts';
import { ForeignContent } from './foreign.ts';
import { HeadEnd } from './head-end.ts';
import { asBrowsersName, IgnoredTags } from './ignored-tags.ts';
import { readTokens, type StartTag, type TokenSink } from './tokens.ts';

/** Where a start tag stands. */
export interface TagPlace {
  /** False for elements of svg and math. */
  isHtml: boolean;
  /** False after the head has ended, where browsers heed policies no more. */
  inHead: boolean;
}

/** Receives the markup of a page, without what browsers ignore and what stands inside of templates, but for shadow roots. */
export interface MarkupSink {
  startTag: (tag: StartTag, place: TagPlace) => void;
  endTag: (name: string, isHtml: boolean) => void;
  /** Text that is markup's, and that inside of svg, which may be a script's. */
  text?: (text: string) => void;
  /** A piece of the text of an element whose content is not markup. */
  rawText: (element: string, text: string) => void;
  comment?: (text: string, line: number) => void;
}

/** Follows a page's templates, drawings, ignored tags and head, as browsers do, and passes on what is left: the one rule of every reader. */
class Markup {
  readonly foreign = new ForeignContent();
  readonly #ignored = new IgnoredTags();
  readonly #templates = new Templates();
  readonly #head = new HeadEnd();
  readonly #sink: MarkupSink;

  constructor(sink: MarkupSink) {
    this.#sink = sink;
  }

  open(tag: StartTag): boolean {
    const inBody = this.#head.isEnded();
    const [isForeign, inTemplate] = [this.foreign.isForeign(), this.#templates.isOpen()];
    if (this.#ignored.startTag(tag, { isForeign, inBody, inTemplate })) {
      // It begins the body all the same.
      if (!this.#templates.isInert()) this.#head.end();
      return false;
    }
    const isRoot = inBody && isShadowRoot(tag) && this.foreign.takeHost();
    const isHtml = this.foreign.open(tag);
    if (isHtml && tag.name === 'template') this.#templates.open(isRoot);
    if (!this.#templates.isInert()) this.#pass(isHtml ? asBrowsersName(tag) : tag, isHtml);
    return isHtml;
  }

  #pass(tag: StartTag, isHtml: boolean): void {
    if (isHtml) this.#head.startTag(tag.name);
    else this.#head.end();
    this.#sink.startTag(tag, { isHtml, inHead: !this.#head.isEnded() });
  }

  close(name: string): void {
    if (this.#ignored.endTag(name)) return;
    const isHtml = this.foreign.close(name);
    const isInert = this.#templates.isInert();
    if (isHtml && name === 'template') this.#templates.close();
    if (isInert) return;
    if (isHtml) this.#head.endTag(name);
    this.#sink.endTag(name, isHtml);
  }

  text(isWhitespace: boolean, text: string): void {
    if (this.#ignored.text(isWhitespace) || this.#templates.isInert()) return;
    if (!isWhitespace) this.#head.end();
    this.#sink.text?.(text);
  }

  hasHeadEnded(): boolean {
    return this.#head.isEnded();
  }

  rawText(element: string, text: string): void {
    if (!this.#templates.isInert()) this.#sink.rawText(element, text);
  }
}

/** Gives one page to two readers. */
export const sideBySide = (first: MarkupSink, second: MarkupSink): MarkupSink => ({
  startTag: (tag, place) => {
    first.startTag(tag, place);
    second.startTag(tag, place);
  },
  endTag: (name, isHtml) => {
    first.endTag(name, isHtml);
    second.endTag(name, isHtml);
  },
  text: (text) => {
    first.text?.(text);
    second.text?.(text);
  },
  rawText: (element, text) => {
    first.rawText(element, text);
    second.rawText(element, text);
  },
  comment: (text, line) => {
    first.comment?.(text, line);
    second.comment?.(text, line);
  },
});

/** So much is read at once; the slowest such slice takes some tens of milliseconds. */
const sliceCharacters = 16_384;

/**
 * Reads a page slice by slice: anyone who runs it may do other work between two slices. Time is linear in the text. Returns whether
 * the head had ended in it.
 */
export function* readMarkup(html: string, sink: MarkupSink, isXml = false): Generator<void, { headEnded: boolean }> {
  const markup = new Markup(sink);
  const tokenSink: TokenSink = {
    onStartTag: (tag) => {
      const isHtml = markup.open(tag);
      if (isXml && isHtml && tag.selfClosing) markup.close(tag.name);
      return isHtml;
    },
    onEndTag: (name) => markup.close(name),
    onText: (isWhitespace, text) => markup.text(isWhitespace, text),
    onRawText: (element, text) => markup.rawText(element, text),
    onComment: (text, line) => sink.comment?.(text, line),
    isForeign: () => markup.foreign.isForeign(),
  };
  const tokens = readTokens(tokenSink, isXml);
  for (let start = 0; start < html.length; start += sliceCharacters) {
    tokens.write(html.slice(start, start + sliceCharacters));
    yield;
  }
  // Where the text was cut, its last characters may be the beginning of a tag of the head.
  const headEnded = markup.hasHeadEnded();
  tokens.end();
  return { headEnded };
}

/** Does work that gives way in one go, for short texts and tests. */
export function inOneGo<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
