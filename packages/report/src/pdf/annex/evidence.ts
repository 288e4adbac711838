import type { Atom, Printer } from '../printable.ts';

/** A run of a visual line: plain text, an escaped code point, or a header field's name. */
export type EvidenceRun = [kind: 'plain' | 'escape' | 'name', text: string];

/** A visual line; number 0 marks a continuation. */
export interface EvidenceLine {
  number: number;
  runs: EvidenceRun[];
}

/** Printed evidence: wrapped, numbered and limited; the attached report has all of it. */
export interface PrintedEvidence {
  lines: EvidenceLine[];
  /** Number of lines, and how many are printed. */
  total: number;
  shown: number;
}

export interface EvidenceLimits {
  columns: number;
  maxLines: number;
}

const maxLineLength = 20_000;
const fieldName = /^([A-Za-z][A-Za-z0-9-]*):(?= )/u;

/** Where a run is cut: after the line's last space, unless much of the line would stay empty. */
function cutOf(text: string, room: number): number {
  const space = text.lastIndexOf(' ', room - 1);
  return space > room * 0.7 ? space + 1 : room;
}

/** Fills visual lines of a fixed number of cells. */
class LineFiller {
  readonly lines: EvidenceLine[] = [];
  private runs: EvidenceRun[] = [];
  private used = 0;
  private number: number;
  private readonly columns: number;

  constructor(number: number, columns: number) {
    this.number = number;
    this.columns = columns;
  }

  take(atom: Atom): void {
    let { text, cells } = atom;
    // ASCII can be cut anywhere, preferably at a space; any other character takes one or two cells and is never split.
    while (cells > this.columns - this.used) {
      const room = this.columns - this.used;
      if (atom.kind === 'plain' && text.length === cells && cells > 2) {
        const end = cutOf(text, room);
        this.add('plain', text.slice(0, end));
        text = text.slice(end);
        cells = text.length;
      }
      this.end();
    }
    this.add(atom.kind, text);
    this.used += cells;
  }

  name(text: string): void {
    this.add('name', text);
    this.used += text.length;
  }

  end(): void {
    this.lines.push({ number: this.number, runs: this.runs });
    this.number = 0;
    this.runs = [];
    this.used = 0;
  }

  private add(kind: EvidenceRun[0], text: string): void {
    const last = this.runs.at(-1);
    if (last !== undefined && last[0] === kind) last[1] += text;
    else if (text !== '') this.runs.push([kind, text]);
  }
}

function wrap(line: string, number: number, print: Printer, columns: number): EvidenceLine[] {
  const filler = new LineFiller(number, columns);
  const name = fieldName.exec(line)?.[1] ?? '';
  if (name !== '' && name.length < columns) filler.name(name);
  const rest = name.length < columns ? line.slice(name.length) : line;
  for (const atom of print(rest.replaceAll('\t', '    '))) filler.take(atom);
  filler.end();
  return filler.lines;
}

/** How many bytes of a hexadecimal line are printed. */
const maxHexBytes = 64;
const HEX_LINE = /^(?:[0-9a-f]{2} ){16,}[0-9a-f]{2}\s*$/iu;

/** The beginning of a long hexadecimal line, with the number of omitted bytes. */
function withoutLongHex(line: string): string {
  if (!HEX_LINE.test(line)) return line;
  const bytes = line.trim().split(' ');
  const left = bytes.length - maxHexBytes;
  return left <= 0 ? line : `${bytes.slice(0, maxHexBytes).join(' ')} … ${left} more bytes in the attached report.json`;
}

/** Lays evidence out in visual lines. */
export function printEvidence(text: string, print: Printer, { columns, maxLines }: EvidenceLimits): PrintedEvidence {
  const source = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const lines: EvidenceLine[] = [];
  let shown = 0;
  for (const line of source) {
    const wrapped = wrap(withoutLongHex(line.slice(0, maxLineLength)), shown + 1, print, columns);
    if (lines.length + wrapped.length > maxLines) {
      if (shown === 0) {
        lines.push(...wrapped.slice(0, maxLines));
        shown = 1;
      }
      break;
    }
    lines.push(...wrapped);
    shown += 1;
  }
  return { lines, total: source.length, shown };
}
