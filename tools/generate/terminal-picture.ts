import { displayWidth } from '@perimeter/report/display-width';
import { markupText } from '@perimeter/report/xml';

/** Size of a character cell and the window's margin, in pixels. */
const cell = { width: 8.4, height: 19, font: 14 };
const margin = 18;
const titleBar = 34;

/** Colours of a dark terminal theme for Select Graphic Rendition parameters (ECMA-48). */
const paints: Readonly<Record<string, string>> = {
  '1': 'fill="#ffffff" font-weight="700"',
  '2': 'fill="#8b95a1"',
  '31': 'fill="#ff7b72"',
  '1;31': 'fill="#ff7b72" font-weight="700"',
  '32': 'fill="#4cc38a"',
  '33': 'fill="#e0b040"',
  '36': 'fill="#76c7d8"',
  '1;97;41': 'fill="#ffffff" font-weight="700"',
};
const plain = 'fill="#e8ebee"';

/** SVG collapses other blanks. */
const noBreak = String.fromCodePoint(0xa0);

const ESC = String.fromCodePoint(27);
const sequence = new RegExp(`${ESC}\\[([\\d;]*)m`, 'u');

/** The pieces of a line, each with its paint and the column where it begins. */
function pieces(line: string): { text: string; paint: string; column: number }[] {
  const found: { text: string; paint: string; column: number }[] = [];
  let column = 0;
  let paint = plain;
  for (const [index, part] of line.split(sequence).entries()) {
    if (index % 2 === 1) paint = paints[part] ?? plain;
    else {
      if (part.trim() !== '') found.push({ text: part, paint, column });
      column += displayWidth(part);
    }
  }
  return found;
}

function lineSvg(line: string, row: number): string {
  const y = titleBar + margin + (row + 0.75) * cell.height;
  return pieces(line)
    .map(({ text, paint, column }) => {
      const lead = text.length - text.trimStart().length;
      const shown = text.trim();
      const x = margin + (column + lead) * cell.width;
      const length = displayWidth(shown) * cell.width;
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length.toFixed(1)}" lengthAdjust="spacingAndGlyphs" ${paint}>${markupText(shown.replaceAll(' ', noBreak))}</text>`;
    })
    .join('');
}

/** A window of a terminal with a command and the beginning of its output, as SVG. */
export function terminalPicture(command: string, output: readonly string[], columns: number): string {
  const lines = [`${ESC}[32m$${ESC}[0m ${ESC}[1m${command}${ESC}[0m`, ...output];
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = Math.ceil(lines.length * cell.height + titleBar + 2 * margin);
  const buttons = ['#ff5f57', '#febc2e', '#28c840'].map(
    (fill, index) => `<circle cx="${20 + index * 20}" cy="${titleBar / 2}" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.font}">
<title>Output of ${markupText(command)}</title>
<rect width="${width}" height="${height}" rx="10" fill="#101418"/><rect width="${width}" height="${titleBar}" rx="10" fill="#20262d"/>${buttons.join('')}
${lines.map(lineSvg).join('\n')}
</svg>
`;
}
