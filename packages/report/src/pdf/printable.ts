import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the documents' fonts, with their coverage. */
export const fontFolder = path.resolve(import.meta.dirname, '../../fonts');

type Coverage = readonly (readonly [from: number, to: number])[];

/** A unit of printed text: unchanged, or an escaped code point that must not or cannot be shown. */
export interface Atom {
  kind: 'plain' | 'escape';
  text: string;
  /** Width in character cells; ideographs and emoji take two. */
  cells: number;
}

// Invisible, directional, private, unassigned and line-breaking characters, odd spaces, fillers, variation selectors.
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\u00A0\u2000-\u200A\u202F\u205F\u3000\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u2800\uFFFC\uFFFD]|[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/u;
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Extended_Pictographic}/u;
// Indic scripts, Ethiopic, Burmese, Khmer: letters about two cells wide, in clusters of many code points.
const BROAD = /[\u0900-\u0DFF\u1000-\u109F\u1200-\u139F\u1780-\u17FF\uA8E0-\uA8FF\uA9E0-\uA9FF\uAA60-\uAA7F]/u;
const NOT_MARK = /\P{M}/gu;
const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/u;
// Except Burmese vowel signs and tones, which form clusters of their own (UAX #29 section 3.1, SpacingMark).
const STARTS_WITH_MARK =
  /^(?![\u102B\u102C\u1038\u1062-\u1064\u1067-\u106D\u1083\u1087-\u108C\u108F\u109A-\u109C])\p{M}/u;
const STARTS_WITH_PICTOGRAPH = /^\p{Extended_Pictographic}/u;
const emojiPresentation = 0xfe0f;
const zeroWidthJoiner = 0x200d;

/** Abbreviations of the C0 controls (ISO/IEC 2022), by code. */
const controlNames =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

function spelt(code: number): Atom {
  const name = code === 0x7f ? 'DEL' : (controlNames[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  return { kind: 'escape', text: `<${name}>`, cells: name.length + 2 };
}

const isIn = (coverage: Coverage, code: number): boolean => {
  let low = 0;
  let high = coverage.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = coverage[middle];
    if (range === undefined) return false;
    if (code < range[0]) high = middle - 1;
    else if (code > range[1]) low = middle + 1;
    else return true;
  }
  return false;
};

function readCoverage(families: readonly string[]): Coverage[] {
  const lines: Record<string, string> = JSON.parse(readFileSync(path.join(fontFolder, 'coverage.json'), 'utf8'));
  return families.map((family) =>
    (lines[family] ?? '').split(',').map((range) => {
      const [from = '', to = from] = range.split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  );
}

/** The fallback fonts, in the typesetter's order. */
export const fallbackFamilies = [
  'Perimeter Fallback Mono',
  'Perimeter CJK',
  'Perimeter Arabic',
  'Perimeter Hebrew',
  'Perimeter Devanagari',
  'Perimeter Thai',
  'Perimeter Emoji',
  'Perimeter Symbols',
  'Perimeter Korean',
  'Perimeter Bengali',
  'Perimeter Tamil',
  'Perimeter Telugu',
  'Perimeter Kannada',
  'Perimeter Malayalam',
  'Perimeter Gujarati',
  'Perimeter Gurmukhi',
  'Perimeter Sinhala',
  'Perimeter Khmer',
  'Perimeter Lao',
  'Perimeter Myanmar',
  'Perimeter Georgian',
  'Perimeter Armenian',
  'Perimeter Ethiopic',
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits text into units that a font chain can print. */
export type Printer = (line: string) => Generator<Atom>;

/**
 * A printer for a font chain that begins with a family. A missing glyph would fail the PDF/A export, so a cluster is
 * printed only if the first font with its base also has all its marks, which is the one that the typesetter chooses;
 * everything else is escaped.
 */
export function createPrinter(family: string): Printer {
  const chain = readCoverage([family, ...fallbackFamilies]);
  const covered = (codes: readonly number[]): boolean => {
    const font = chain.find((coverage) => isIn(coverage, codes[0] ?? -1));
    return font !== undefined && codes.every((code) => isIn(font, code));
  };
  const cellsOf = (text: string): number => {
    if (BROAD.test(text)) return 2 * (text.match(NOT_MARK)?.length ?? 1);
    return WIDE.test(text) ? 2 : 1;
  };
  const plain = (text: string): Atom => ({ kind: 'plain', text, cells: cellsOf(text) });

  function* characters(cluster: string): Generator<Atom> {
    for (const character of cluster) {
      const code = character.codePointAt(0) ?? 0;
      const shows = !UNPRINTABLE.test(character) && !STARTS_WITH_MARK.test(character) && covered([code]);
      yield shows ? plain(character) : spelt(code);
    }
  }

  function* clusterAtoms(cluster: string): Generator<Atom> {
    const codes = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
    const withoutSelector = codes.filter((code) => code !== emojiPresentation);
    if (STARTS_WITH_PICTOGRAPH.test(cluster) && !codes.includes(zeroWidthJoiner) && covered(withoutSelector)) {
      yield { kind: 'plain', text: String.fromCodePoint(...withoutSelector), cells: 2 };
    } else if (!UNPRINTABLE.test(cluster) && !STARTS_WITH_MARK.test(cluster) && covered(codes)) yield plain(cluster);
    else yield* characters(cluster);
  }

  return function* print(line: string): Generator<Atom> {
    if (PRINTABLE_ASCII.test(line)) {
      yield { kind: 'plain', text: line, cells: line.length };
      return;
    }
    for (const { segment } of graphemes.segment(line.toWellFormed())) {
      if (PRINTABLE_ASCII.test(segment)) yield { kind: 'plain', text: segment, cells: segment.length };
      else yield* clusterAtoms(segment);
    }
  };
}

/** Printable text on one line; line ends become blanks. */
export function printable(print: Printer, text: string, maxLength = 2_000): string {
  const bounded = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  let line = '';
  for (const atom of print(bounded.replaceAll(/\r?\n/g, ' '))) line += atom.text;
  return line;
}

// After punctuation, else after twenty characters, and never before a combining mark.
const BREAKS = /(?:[./?&=_,;:-]+|[^./?&=_,;:-]{20})(?=[^\p{M}])/gu;

/**
 * Printable text for a narrow column: longer words get invisible break opportunities. These are copied with the text,
 * so short words have none.
 */
export const flowing = (text: string, longest = 40): string =>
  text.replaceAll(/[^\s\u200b]+/gu, (word) =>
    word.length <= longest ? word : word.replaceAll(BREAKS, (part) => `${part}\u200b`),
  );
