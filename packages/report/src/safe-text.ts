/** How much of a text is kept, and whether the sink can show more than ASCII. */
export interface SafeTextOptions {
  /** Most code points of the result, the mark of the cut included; 4096 where left out. */
  maxLength?: number;
  /** True for sinks that are not UTF-8: an 8-bit terminal would read UTF-8's trailing bytes as C1 controls. */
  ascii?: boolean;
}

// Cc: C0, DEL, C1. Cf and Default_Ignorable: bidi controls, zero-width characters, tags, variation selectors.
// Zl, Zp: line separators. Cs: surrogates without their partner. Noncharacters: what XML and UTF-8 tools stumble over.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/u;

// What build logs act on wherever it stands, or at the start of a line, which any wrapping may make: GitHub's workflow commands,
// the older form of them, and those of Azure and TeamCity. GitLab's sections need a CR and an ESC, which never stay as they are.
const LOG_COMMAND =
  /##(?=(?:vso|teamcity)?\[)|::(?=(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-set-repo-path|notice|remove-matcher|save-state|set-env|set-output|stop-commands|warning)(?:\s|::))/giu;

/** What most lines are: nothing in them is to be changed. */
const PLAIN = /^(?!.*(?:::|##))[\x20-\x7e]*$/u;

const DEFAULT_MAX_LENGTH = 4096;
/** NFC never makes more than this many code units out of one code point, nor one out of more than this many in practice. */
const NFC_FACTOR = 8;

/** Typographic signs of our own prose in their ASCII spelling. */
const ASCII_SPELLING: ReadonlyMap<string, string> = new Map([
  ['…', '...'],
  ['–', '-'],
  ['—', '-'],
  ['·', '-'],
  ['→', '->'],
  ['≥', '>='],
  ['≤', '<='],
  ['×', 'x'],
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['\u00a0', ' '],
]);

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Where the second characters of log commands stand: without them they are none. */
const commandIndices = (text: string): ReadonlySet<number> =>
  new Set([...text.matchAll(LOG_COMMAND)].map(({ index }) => index + 1));

function spell(character: string, ascii: boolean, isCommand: boolean): string {
  if (isCommand || UNSAFE.test(character)) return escaped(character);
  if (ascii && NOT_PRINTABLE_ASCII.test(character)) return ASCII_SPELLING.get(character) ?? escaped(character);
  return character;
}

/**
 * One line of text that cannot steer the sink it is written to: NFC, and everything invisible, reordering or controlling,
 * and what would make a build log's command, as a visible \u{…}. The sink's own escaping (HTML, CSV, Markdown) still comes after. Idempotent up to its length.
 */
export function safeText(text: string, options: SafeTextOptions = {}): string {
  const maxLength = options.maxLength ?? DEFAULT_MAX_LENGTH;
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  const ascii = options.ascii ?? false;
  const mark = ascii ? '...' : '…';
  const bounded = text.slice(0, maxLength * NFC_FACTOR);
  let length = 0;
  let cut = { index: 0, open: true };
  let result = '';
  let index = 0;
  const composed = bounded.normalize('NFC');
  const commands = commandIndices(composed);
  for (const character of composed) {
    const spelled = spell(character, ascii, commands.has(index));
    index += character.length;
    const spelledLength = spelled.length === character.length ? 1 : spelled.length;
    // The longest prefix that leaves room for the mark, at a boundary between characters: an escape is never halved.
    if (cut.open && length + spelledLength > maxLength - mark.length) cut = { index: result.length, open: false };
    if (length + spelledLength > maxLength) return result.slice(0, cut.index) + mark;
    result += spelled;
    length += spelledLength;
  }
  return bounded.length === text.length ? result : result.slice(0, cut.open ? result.length : cut.index) + mark;
}

/** The lines of a text, each made safe; CRLF and LF end a line, a lone CR stays visible within it. */
export const safeLines = (text: string, options: SafeTextOptions = {}): string[] =>
  text.split(/\r?\n/u).map((line) => safeText(line, options));
