// Blocks whose characters take two columns (Unicode Standard Annex 11, East_Asian_Width W and F), as coarse ranges.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const COMBINING = /\p{M}/u;

const columnsOf = (character: string): number => (COMBINING.test(character) ? 0 : 1 + Number(WIDE.test(character)));

/** Columns of a safe text in a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/u.test(text)) return text.length;
  return Array.from(text, columnsOf).reduce((sum, columns) => sum + columns, 0);
}

/** Splits a text after as many characters as fit a width, but at least one, so that repeated splitting ends. */
function splitAt(text: string, width: number): [head: string, tail: string] {
  let columns = 0;
  let end = 0;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width && end > 0) break;
    end += character.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

/** A text cut to a number of columns, with a mark. */
export function truncate(text: string, width: number, mark: string): string {
  if (displayWidth(text) <= width) return text;
  return width <= mark.length ? mark.slice(0, width) : splitAt(text, width - mark.length)[0].trimEnd() + mark;
}

/** A text padded with blanks to a width. */
export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

/** The maximum empty share of a row, so that it can break after a blank. */
const LOOSE_SHARE = 0.5;

/**
 * Wraps raw text at a width: after a blank if one is near the edge, else at the edge. Loses no character; further rows
 * are indented as given.
 */
export function hardWrap(text: string, width: number, hanging = 0): string[] {
  const rows: string[] = [];
  const indent = ' '.repeat(hanging);
  let rest = text;
  while (displayWidth(rest) > width) {
    const [head] = splitAt(rest, width);
    const blank = head.lastIndexOf(' ') + 1;
    const end = blank > head.length * (1 - LOOSE_SHARE) ? blank : head.length;
    rows.push(rest.slice(0, end));
    rest = indent + rest.slice(end);
  }
  return [...rows, rest];
}

/** Wraps a text between words; a longer word is broken. */
export function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const joined = row === '' ? word : `${row} ${word}`;
    if (displayWidth(joined) <= width) {
      row = joined;
      continue;
    }
    if (row !== '') rows.push(row);
    const broken = hardWrap(word, width);
    row = broken.pop() ?? '';
    rows.push(...broken);
  }
  return row === '' && rows.length > 0 ? rows : [...rows, row];
}
