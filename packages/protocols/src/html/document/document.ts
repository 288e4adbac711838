import { documentPolicies } from '../../http/csp/document-policies.ts';
import { inOneGo, type MarkupSink, readMarkup, type TagPlace, type TextForm } from '../markup.ts';
import { type PageFacts, PageState } from '../page.ts';
import type { StartTag } from '../tokens.ts';
import { blockedOwn } from './blocked-own.ts';
import { Comments } from './comments.ts';
import type { DocumentFacts, LongHashes } from './facts.ts';
import { Forms } from './forms.ts';
import { FrameRules } from '../../http/csp/frame-rules.ts';
import { type FrameDocument, Frames } from './frames.ts';
import { Head } from './head.ts';
import { Inline } from './inline.ts';
import { Links } from './links.ts';
import { Resources } from './resource-list.ts';
import { type FoundSecret, secretsIn, withFurther } from '../secrets.ts';
import { Simhash } from './simhash.ts';

/** What the reader needs to know about a document, and callbacks for what it cannot do itself. */
export interface DocumentOptions {
  /** Where the document was found. */
  url: string;
  /** SHA-256 of the UTF-8 of a text, in base64. */
  sha256: (text: string) => string;
  /** The longer hashes of a text, where a policy of the document uses them. */
  longHashes?: ((text: string) => LongHashes) | undefined;
  /** Takes each inline script that browsers run. */
  onScript?: (code: string) => void;
  /** How browsers read it, by its type and encoding. */
  form?: TextForm | undefined;
}

/** The result of one reading of a document. */
export interface DocumentRead {
  facts: DocumentFacts;
  /** The result of reading any page; documents in its frames are not part of it. */
  page: PageFacts;
}

/** Gathers the facts of a document, and of those that stand in its frames and have its origin. */
class DocumentState implements MarkupSink {
  readonly #head: Head;
  readonly #page = new PageState();
  readonly frames = new Frames();
  /** The document of a frame that is being read; its head governs only that document. */
  #frame: FrameDocument | null = null;
  #ownHead: Head;
  readonly #inline: Inline;
  readonly #forms = new Forms();
  readonly #links: Links;
  readonly #comments = new Comments();
  readonly #resources = new Resources();
  readonly #simhash = new Simhash();
  readonly #url: string;

  constructor({ url, sha256, longHashes, onScript = () => {} }: DocumentOptions) {
    this.#url = url;
    this.#head = new Head(url);
    this.#ownHead = this.#head;
    this.#links = new Links(url);
    this.#inline = new Inline(
      sha256,
      (code) => {
        this.#resources.script(code);
        onScript(code);
      },
      longHashes,
    );
  }

  startTag(read: StartTag, place: TagPlace): void {
    const { isHtml, inHead } = place;
    if (this.#frame === null) this.#page.startTag(read, place);
    const tag = this.#frame === null ? read : { ...read, line: this.#frame.line };
    const runs = this.#frame?.runs !== false;
    if (isHtml) this.#ownHead.startTag(tag, inHead);
    if (this.#frame !== null) this.#inline.rules?.heed(this.#ownHead.facts().metaPolicies);
    const base = this.#ownHead.base();
    if (runs || tag.name !== 'script') this.#resources.startTag(tag, place, base);
    if (runs && this.#inline.startTag(tag, place)) this.#ownHead.sawScript();
    if (isHtml) this.#forms.startTag(tag);
    if (isHtml) this.frames.startTag(tag, base, this.#frame);
    this.#links.startTag(tag);
  }

  endTag(name: string, isHtml: boolean): void {
    this.#inline.endTag(name);
    if (isHtml) this.#forms.endTag(name);
    this.#resources.endTag(name);
  }

  text(text: string): void {
    // A script or a style inside of svg is markup to the tokenizer, and counts all the same.
    if (!this.#inline.text(text) && !this.#resources.text(text) && this.#frame === null) this.#simhash.add(text);
  }

  rawText(element: string, text: string): void {
    if (this.#frame === null) this.#page.rawText(element, text);
    this.#ownHead.rawText(element, text);
    if (element === 'script') this.#inline.text(text);
    this.#resources.rawText(element, text);
  }

  /** Does one piece of the postponed work; false where there was none. */
  work(): boolean {
    return this.#simhash.work();
  }

  comment(text: string, line: number): void {
    this.#comments.add(text, this.#frame?.line ?? line);
  }

  /** Takes the end of a document, whose base governs all of it. */
  *endDocument(): Generator<void> {
    const base = this.#ownHead.base();
    this.#inline.endDocument();
    this.#resources.endDocument();
    this.#forms.endDocument(this.#url, base);
    yield* this.#links.endDocument(base);
  }

  /** Takes the end of a frame's document, whose own policies block what they forbid in it; those of the page apply to both. */
  endFrame(): void {
    const { metaPolicies } = this.#ownHead.facts();
    // A policy behind a script reaches part of the document only.
    const policies = documentPolicies(
      [],
      metaPolicies.filter(({ placedBefore }) => placedBefore === 'scripts'),
    );
    if (policies.length === 0) return;
    const inline = { ...this.#inline.facts().inline, sha256: [] };
    this.#resources.drop((one) => blockedOwn(policies, { resources: [one], inline }, this.#url).length > 0);
  }

  /** Begins the document of a frame. */
  startDocument(frame: FrameDocument): void {
    this.#resources.startDocument();
    this.#inline.rules = new FrameRules();
    this.#frame = frame;
    this.#ownHead = new Head(frame.base);
  }

  page(): PageFacts {
    return this.#page.facts();
  }

  facts(): Omit<DocumentFacts, 'secrets' | 'headEnded' | 'truncated' | 'framesLeft' | 'parsedCharacters'> {
    return {
      ...this.#head.facts(),
      ...this.#resources.facts(),
      ...this.#inline.facts(),
      forms: this.#forms.facts(),
      links: this.#links.facts(),
      ownPaths: this.#links.ownPaths(),
      comments: this.#comments.facts(),
      simhash: this.#simhash.digest(),
    };
  }
}

/** Maximum length of a document that is read. */
const maxCharacters = 1_048_576;

/** Reads the documents of frames; their content is reported at the position of the frame. */
function* readFrames(state: DocumentState): Generator<void, FoundSecret[]> {
  const secrets: FoundSecret[] = [];
  for (let frame = state.frames.next(); frame !== undefined; frame = state.frames.next()) {
    const { text, line } = frame;
    state.startDocument(frame);
    yield* readMarkup(text, state);
    yield* state.endDocument();
    state.endFrame();
    secrets.push(...secretsIn(text).map((secret) => ({ ...secret, line })));
  }
  return secrets;
}

/** Reads a document slice by slice: anyone who runs it may do other work between two slices. Time is linear in the text. */
export function* readDocument(html: string, options: DocumentOptions): Generator<void, DocumentRead> {
  const text = html.slice(0, maxCharacters);
  const state = new DocumentState(options);
  const { headEnded } = yield* readMarkup(text, state, options.form);
  yield* state.endDocument();
  const inFrames = yield* readFrames(state);
  // A text without tags comes as one token, at the end.
  do yield;
  while (state.work());
  const secrets = withFurther(secretsIn(text), inFrames);
  yield;
  const hasUnread = state.frames.hasUnread();
  const truncated = html.length > text.length || hasUnread;
  const facts = {
    ...state.facts(),
    secrets,
    headEnded,
    truncated,
    ...(hasUnread ? { framesLeft: true } : {}),
    parsedCharacters: text.length,
  };
  return { facts, page: state.page() };
}

/** The same in one go, for short texts and tests. */
export const documentOf = (html: string, options: DocumentOptions): DocumentFacts =>
  inOneGo(readDocument(html, options)).facts;
