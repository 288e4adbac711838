import { hiddenCharacter } from '@perimeter/contract/text/hidden-characters';

/** The maximum length, and whether the sink supports more than ASCII. */
export interface SafeTextOptions {
  /** Maximum code points of the result, including the cut mark; default: 4096. */
  maxLength?: number;
  /** True for sinks that are not UTF-8: an 8-bit terminal would read UTF-8's trailing bytes as C1 controls. */
  ascii?: boolean;
}

const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/u;

// Text that build logs execute, anywhere or at the start of a line (which wrapping may create): GitHub's workflow
// commands in both syntaxes, and those of Azure and TeamCity. GitLab's sections need CR and ESC, which are always
// escaped.
const LOG_COMMAND =
  /##(?=(?:vso|teamcity)?\[)|::(?=(?:add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-set-repo-path|notice|remove-matcher|save-state|set-env|set-output|stop-commands|warning)(?:\s|::))/giu;

/** The common case: nothing to change. */
const PLAIN = /^(?!.*(?:::|##))[\x20-\x7e]*$/u;

const DEFAULT_MAX_LENGTH = 4096;
/** NFC changes the number of code units by at most this factor in practice. */
const NFC_FACTOR = 8;

/** Typographic characters of our own prose, in ASCII. */
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

/** Indices of the second characters of log commands: escaping these disables the commands. */
const commandIndices = (text: string): ReadonlySet<number> =>
  new Set([...text.matchAll(LOG_COMMAND)].map(({ index }) => index + 1));

function spell(character: string, ascii: boolean, isCommand: boolean): string {
  if (isCommand || hiddenCharacter.test(character)) return escaped(character);
  if (ascii && NOT_PRINTABLE_ASCII.test(character)) return ASCII_SPELLING.get(character) ?? escaped(character);
  return character;
}

/**
 * One line of text that cannot control its sink: NFC, with invisible, reordering and control characters and commands of
 * build logs as visible \u{…}. The sink's own escaping (HTML, CSV, Markdown) must follow. Idempotent up to its length.
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
    // The longest prefix that leaves room for the mark, at a character boundary: an escape is never split.
    if (cut.open && length + spelledLength > maxLength - mark.length) cut = { index: result.length, open: false };
    if (length + spelledLength > maxLength) return result.slice(0, cut.index) + mark;
    result += spelled;
    length += spelledLength;
  }
  return bounded.length === text.length ? result : result.slice(0, cut.open ? result.length : cut.index) + mark;
}

/** The lines of a text, each made safe; CRLF and LF end a line, a lone CR is made visible. */
export const safeLines = (text: string, options: SafeTextOptions = {}): string[] =>
  text.split(/\r?\n/u).map((line) => safeText(line, options));
