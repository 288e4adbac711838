import { displayWidth, hardWrap } from '../display-width.ts';

/** What a piece of text means; the colour follows from it, and is never the only sign of it. */
export type Style =
  | 'plain'
  | 'dim'
  | 'bold'
  | 'place'
  | 'critical'
  | 'high'
  | 'medium'
  | 'low'
  | 'good'
  | 'fair'
  | 'bad';

/** A part of a line: safe text with its meaning. */
export interface Span {
  text: string;
  style: Style;
}

/** A line of output without its line end. */
export type Line = readonly Span[];

// Select Graphic Rendition parameters (ECMA-48 section 8.3.117), from the 16 colours that themes can redefine.
const parameters: Record<Style, string> = {
  plain: '',
  dim: '2',
  bold: '1',
  place: '36',
  critical: '1;97;41',
  high: '1;31',
  medium: '33',
  low: '36',
  good: '32',
  fair: '33',
  bad: '31',
};

const ESC = '\u001b';

/** Blanks before what goes on in another row. */
const goesOn = 4;

/** A line in as many rows as a width needs: for those that are laid out for more columns than a narrow terminal has. */
export function rowsWithin(line: Line, width: number): Line[] {
  const whole = line.map(({ text }) => text).join('');
  if (displayWidth(whole.trimEnd()) <= width) return [line];
  let from = 0;
  return hardWrap(whole.trimEnd(), width, goesOn).map((text, index): Line => {
    const hanging = index === 0 ? 0 : goesOn;
    const start = from;
    from += text.length - hanging;
    let passed = 0;
    const pieces = line.flatMap((piece): Span[] => {
      const cut = piece.text.slice(Math.max(0, start - passed), Math.max(0, from - passed));
      passed += piece.text.length;
      return cut === '' ? [] : [{ ...piece, text: cut }];
    });
    return hanging === 0 ? pieces : [span(' '.repeat(hanging)), ...pieces];
  });
}

/** Makes a span; plain where no style is given. */
export const span = (text: string, style: Style = 'plain'): Span => ({ text, style });

const paint = ({ text, style }: Span): string =>
  style === 'plain' || text.trim() === '' ? text : `${ESC}[${parameters[style]}m${text}${ESC}[0m`;

function trimEnd(line: Line): Line {
  const last = line.at(-1);
  if (last === undefined) return line;
  const text = last.text.trimEnd();
  return text === '' ? trimEnd(line.slice(0, -1)) : [...line.slice(0, -1), { ...last, text }];
}

/** The text of lines without trailing blanks, each ended by LF. */
export function renderLines(lines: readonly Line[], colour: boolean): string {
  const texts = lines.map((line) =>
    trimEnd(line)
      .map((piece) => (colour ? paint(piece) : piece.text))
      .join(''),
  );
  return texts.map((text) => `${text}\n`).join('');
}
