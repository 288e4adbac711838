import { isShadowRoot, Templates } from './templates.ts';
import { type ElementSpace, ForeignContent } from './foreign.ts';
import { HeadEnd } from './head-end.ts';
import { asBrowsersName, IgnoredTags } from './ignored-tags.ts';
import { readTokens, type StartTag, type TokenSink } from './tokens.ts';
import { type XmlElement, XmlNames } from './xml-names.ts';

/** The position of a start tag. */
export interface TagPlace {
  /** False for elements of svg and math. */
  isHtml: boolean;
  /** True for elements of svg, which run scripts and load as well; those of math do not (MathML Core has no such elements). */
  isSvg: boolean;
  /** False after the head has ended, where browsers ignore policies. */
  inHead: boolean;
}

/** Receives the markup of a page, without what browsers ignore and without the content of templates, except shadow roots. */
export interface MarkupSink {
  startTag: (tag: StartTag, place: TagPlace) => void;
  endTag?: (name: string, isHtml: boolean) => void;
  /** Text between tags; inside of svg it may be that of a script. */
  text?: (text: string) => void;
  /** A piece of the text of an element whose content is not markup. */
  rawText: (element: string, text: string) => void;
  comment?: (text: string, line: number) => void;
}

/** Elements that govern their document; in a shadow tree they have no effect (HTML sections 4.2.2, 4.2.3, 4.2.5). */
const governing: ReadonlySet<string> = new Set(['base', 'meta', 'title']);

/** Follows a page's templates, drawings, ignored tags and head, as browsers do, and passes on the rest: all readers share this rule. */
class Markup {
  readonly #foreign = new ForeignContent();
  readonly #ignored = new IgnoredTags();
  readonly #templates = new Templates();
  readonly #head = new HeadEnd();
  readonly #sink: MarkupSink;

  constructor(sink: MarkupSink) {
    this.#sink = sink;
  }

  open(tag: StartTag): boolean {
    const inBody = this.#head.isEnded();
    const [isForeign, inTemplate] = [this.#foreign.isForeign(), this.#templates.isOpen()];
    if (this.#ignored.startTag(tag, { isForeign, inBody, inTemplate })) {
      // Even an ignored tag begins the body.
      if (!this.#templates.isInert()) this.#head.end();
      return false;
    }
    const isRoot = inBody && isShadowRoot(tag) && this.#foreign.takeHost();
    const space = this.#foreign.open(tag);
    const isHtml = space === 'html';
    if (isHtml && tag.name === 'template') this.#templates.open(isRoot);
    const isRuled = this.#templates.isOpen() && governing.has(tag.name);
    if (!this.#templates.isInert() && !(isHtml && isRuled)) this.#pass(isHtml ? asBrowsersName(tag) : tag, space);
    return isHtml;
  }

  #pass(tag: StartTag, space: ElementSpace): void {
    if (space === 'html') this.#head.startTag(tag.name);
    else this.#head.end();
    this.#sink.startTag(tag, { isHtml: space === 'html', isSvg: space === 'svg', inHead: !this.#head.isEnded() });
  }

  close(name: string): void {
    if (this.#ignored.endTag(name)) return;
    const isHtml = this.#foreign.close(name);
    const isInert = this.#templates.isInert();
    if (isHtml && name === 'template') this.#templates.close();
    if (isInert) return;
    if (isHtml) this.#head.endTag(name);
    this.#sink.endTag?.(name, isHtml);
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
    if (this.#templates.isInert() || (this.#templates.isOpen() && governing.has(element))) return;
    this.#sink.rawText(element, text);
  }

  isForeign(): boolean {
    return this.#foreign.isForeign();
  }
}

/** Follows a document in XML, whose parser drops and moves nothing (HTML section 14.2). */
class XmlMarkup {
  readonly #names = new XmlNames();
  readonly #templates = new Templates();
  readonly #head = new HeadEnd();
  readonly #sink: MarkupSink;

  constructor(sink: MarkupSink) {
    this.#sink = sink;
  }

  open(tag: StartTag, isLowerCase: boolean): boolean {
    const { name, space } = this.#names.open(tag, isLowerCase);
    const isHtml = space === 'html';
    if (isHtml && name === 'template') this.#templates.open(false);
    if (isHtml) this.#head.startTag(name);
    if (space !== null && !this.#templates.isInert())
      this.#sink.startTag({ ...tag, name }, { isHtml, isSvg: space === 'svg', inHead: this.#names.isIn('head') });
    if (tag.selfClosing) this.close(tag.name);
    return isHtml;
  }

  close(written: string): void {
    const element = this.#names.close(written);
    if (element !== undefined && element.space !== null) this.#close(element);
  }

  #close({ name, space }: XmlElement): void {
    const isHtml = space === 'html';
    const isInert = this.#templates.isInert();
    if (isHtml && name === 'template') this.#templates.close();
    if (isInert) return;
    if (isHtml) this.#head.endTag(name);
    this.#sink.endTag?.(name, isHtml);
  }

  text(_isWhitespace: boolean, text: string): void {
    if (!this.#templates.isInert()) this.#sink.text?.(text);
  }

  hasHeadEnded(): boolean {
    return this.#head.isEnded();
  }

  rawText(element: string, text: string): void {
    if (!this.#templates.isInert()) this.#sink.rawText(element, text);
  }

  /** The tokenizer reads sections of characters, as it does in svg. */
  isForeign(): boolean {
    return true;
  }
}

/** How browsers read a text: as HTML, as XML, or, in the encoding "replacement", as one U+FFFD. */
export type TextForm = 'html' | 'xml' | 'replaced';

/** Maximum length that is read at once; the slowest such slice takes some tens of milliseconds. */
const sliceCharacters = 16_384;

/**
 * Reads a page slice by slice: anyone who runs it may do other work between two slices. Time is linear in the text. Returns whether
 * the head had ended in it.
 */
export function* readMarkup(
  text: string,
  sink: MarkupSink,
  form: TextForm = 'html',
): Generator<void, { headEnded: boolean }> {
  const html = form === 'replaced' ? '\u{FFFD}' : text;
  const markup = form === 'xml' ? new XmlMarkup(sink) : new Markup(sink);
  const tokenSink: TokenSink = {
    // The tokenizer gives names in lower case.
    onStartTag: (tag) => markup.open(tag, html.startsWith(tag.name, tag.start + 1)),
    onEndTag: (name) => markup.close(name),
    onText: (isWhitespace, characters) => markup.text(isWhitespace, characters),
    onRawText: (element, characters) => markup.rawText(element, characters),
    onComment: (comment, line) => sink.comment?.(comment, line),
    isForeign: () => markup.isForeign(),
  };
  const tokens = readTokens(tokenSink, form === 'xml');
  for (let start = 0; start < html.length; start += sliceCharacters) {
    tokens.write(html.slice(start, start + sliceCharacters));
    yield;
  }
  // Where the text was cut, its last characters may be the beginning of a tag of the head.
  const headEnded = markup.hasHeadEnded();
  tokens.end();
  return { headEnded };
}

/** Runs work that yields to its end, for short texts and tests. */
export function inOneGo<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
