/** The meaning of a text; it determines the colour, which is never the only sign. */
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

/** Makes a span; plain by default. */
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
