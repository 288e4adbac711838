import type { Report } from '@perimeter/contract/report';
import { type Accepted, acceptedPart, acceptedSum } from '../accepted.ts';
import { safeText } from '../safe-text.ts';
import { truncate, wrap } from '../display-width.ts';
import { type Line, span, type Style } from './style.ts';
import { asciiSymbols, type Symbols, unicodeSymbols } from './symbols.ts';

/** Properties of the terminal, or other output. */
export interface TerminalOptions {
  colour: boolean;
  /** Columns; what does not fit is wrapped. Taken as 40 to 120. */
  width: number;
  /** False: only ASCII. */
  unicode: boolean;
  /** Amount: one screen, all issues with the score's calculation (default), or also all collected data. */
  extent?: 'summary' | 'issues' | 'all';
  /** Accepted risks; absent if waivers were not applied. */
  accepted?: Accepted | undefined;
}

/** What the parts of the result use: measures, symbols, and the only function to output untrusted text. */
export interface Screen {
  width: number;
  symbols: Symbols;
  /** Makes a text safe for one line; every text of a report passes through it. */
  clean: (text: string, maxLength?: number) => string;
  /** The accepted part of an issue, and of a report's findings; null if nothing is accepted. */
  acceptedPart: (issue: readonly { fingerprint: string }[]) => string | null;
  acceptedSum: (report: Report) => string | null;
}

/** Empty columns at the start of each line. */
export const MARGIN = 2;

export function createScreen({ width, unicode, accepted }: Omit<TerminalOptions, 'colour' | 'extent'>): Screen {
  return {
    width: Math.min(120, Math.max(40, Math.floor(width))),
    symbols: unicode ? unicodeSymbols : asciiSymbols,
    clean: (text, maxLength = 2000) => safeText(text.replaceAll(/\s*\r?\n\s*/gu, ' '), { maxLength, ascii: !unicode }),
    acceptedPart: (issue) => acceptedPart(accepted, issue),
    acceptedSum: (report) => acceptedSum(accepted, report),
  };
}

/** A section's heading: its name, a note, and a rule to the right edge. */
export function heading(screen: Screen, name: string, note: Line = []): Line {
  const used = MARGIN + name.length + 1 + note.reduce((sum, { text }) => sum + text.length, 0);
  const rule = screen.symbols.rule.repeat(Math.max(0, screen.width - used - MARGIN));
  return [span(' '.repeat(MARGIN)), span(`${name} `, 'bold'), ...note, span(rule, 'dim')];
}

/** Wrapped text with a hanging indent after a lead. */
export function paragraph(
  screen: Screen,
  text: string,
  options: { indent?: number; lead?: readonly [text: string, style: Style]; style?: Style } = {},
): Line[] {
  const { indent = MARGIN * 2, lead = ['', 'plain'], style = 'plain' } = options;
  const hanging = indent + lead[0].length;
  return wrap(text, screen.width - hanging - 1).map((row, index) =>
    index === 0
      ? [span(' '.repeat(indent)), span(...lead), span(row, style)]
      : [span(' '.repeat(hanging)), span(row, style)],
  );
}

/** A row of text cut at the right edge. */
export const row = (screen: Screen, indent: number, text: string, style: Style = 'plain'): Line => [
  span(' '.repeat(indent)),
  span(truncate(text, screen.width - indent - 1, screen.symbols.cut), style),
];
