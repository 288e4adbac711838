import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** A start tag: names of tags and attributes in lower case, of equal attributes the first. */
export interface StartTag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  selfClosing: boolean;
  /** Where the tag begins and ends, counted in characters from the start of the text. */
  start: number;
  end: number;
  /** The line of the text on which the tag begins, from 1. */
  line: number;
}

/** Receives the tokens of a text, in order. */
export interface TokenSink {
  /** Answers whether it is an element of HTML: inside svg and math no tag changes how text is read. */
  onStartTag: (tag: StartTag) => boolean;
  onEndTag: (name: string) => void;
  /** Text between tags, without that of scripts, styles, titles and the like. */
  onText: (isWhitespace: boolean, text: string) => void;
  /** A piece of the text of an element whose content is not markup. */
  onRawText?: (element: string, text: string) => void;
  onComment?: (text: string, line: number) => void;
  /** Whether the next tag would stand directly inside svg or math. */
  isForeign: () => boolean;
}

/** Elements whose content is not markup, and how it is read (HTML, "the rules for parsing tokens in HTML content"). */
const textModes: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  // As in a browser, which runs scripts.
  ['noscript', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

/** The name of an XML element without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** In XML all content is markup (HTML section 14.2); these contain only text, with any namespace prefix. */
const xmlTexts: ReadonlySet<string> = new Set(['title', 'style', 'script']);

const modeOf = (name: string, isXml: boolean) => (isXml && !xmlTexts.has(name) ? undefined : textModes.get(name));

/** Attributes beyond these bounds are dropped: no honest element has them. */
const maxAttributes = 256;
const maxAttributeCharacters = 65_536;

/** A frame may have a whole document in this one. */
const cutValue = (name: string, value: string): string =>
  name === 'srcdoc' ? value : value.slice(0, maxAttributeCharacters);

const attributesOf = ({ attrs }: Token.TagToken): ReadonlyMap<string, string> =>
  new Map(attrs.slice(0, maxAttributes).map(({ name, value }) => [name, cutValue(name, value)] as const));

/** Reads a text in slices of any size, and reports its tokens. */
export interface TokenReader {
  write: (slice: string) => void;
  end: () => void;
}

/**
 * Reads HTML into tokens as a browser does (parse5), without building a tree: memory and time stay linear in the text. In XML a tag
 * that closes itself has no content (XML 1.0 section 3.1).
 */
export function readTokens(sink: TokenSink, isXml = false): TokenReader {
  // The element whose text is being read, or null between elements.
  let opaque: string | null = null;
  const ignore = (): void => {};
  const text =
    (isWhitespace: boolean) =>
    ({ chars }: Token.CharacterToken): void => {
      if (opaque === null) sink.onText(isWhitespace, chars);
      else sink.onRawText?.(opaque, chars);
    };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: ({ data, location }) => sink.onComment?.(data, location?.startLine ?? 1),
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: text(false),
      // Browsers drop them between elements, in the head too, though HTML ("before head") would begin the body; foreign content shows them.
      onNullCharacter: () => {
        if (opaque === null && sink.isForeign()) sink.onText(false, '\u{FFFD}');
      },
      onWhitespaceCharacter: text(true),
      onStartTag: (token) => {
        const { tagName: name, selfClosing, location } = token;
        const [start, end, line] = [location?.startOffset ?? 0, location?.endOffset ?? 0, location?.startLine ?? 1];
        const isHtml = sink.onStartTag({ name, attributes: attributesOf(token), selfClosing, start, end, line });
        tokenizer.inForeignNode = sink.isForeign();
        const element = isXml ? localName(name) : name;
        const mode = isHtml ? modeOf(element, isXml) : undefined;
        if (mode === undefined || (isXml && selfClosing)) return;
        tokenizer.state = mode;
        opaque = element;
      },
      onEndTag: ({ tagName }) => {
        opaque = null;
        sink.onEndTag(tagName);
        tokenizer.inForeignNode = sink.isForeign();
      },
    },
  );
  tokenizer.inForeignNode = sink.isForeign();
  return {
    write: (slice) => tokenizer.write(slice, false),
    end: () => tokenizer.write('', true),
  };
}
