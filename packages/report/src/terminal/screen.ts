import type { Report } from '@perimeter/contract/report';
import { type Accepted, acceptedPart, acceptedSum } from '../accepted.ts';
import { safeText } from '../safe-text.ts';
import { truncate, wrap } from '../display-width.ts';
import { type Line, span, type Style } from './style.ts';
import { asciiSymbols, type Symbols, unicodeSymbols } from './symbols.ts';

/** Where the readable result is shown. */
export interface TerminalOptions {
  colour: boolean;
  /** Columns; what does not fit is wrapped. Taken as 40 to 120. */
  width: number;
  /** False: everything is ASCII. */
  unicode: boolean;
  /** How much: one screen, all issues with what led to the score (the default), or all that was collected too. */
  extent?: 'summary' | 'issues' | 'all';
  /** The risks that somebody accepted; absent where nobody asked for waivers. */
  accepted?: Accepted | undefined;
}

/** What the parts of the result draw on: its measures, its signs, and the one way in for text of any origin. */
export interface Screen {
  width: number;
  symbols: Symbols;
  /** Makes a text safe to show on one line; every text of a report passes it. */
  clean: (text: string, maxLength?: number) => string;
  /** What of an issue is accepted, and how many findings of a report; null where nothing is. */
  acceptedPart: (issue: readonly { fingerprint: string }[]) => string | null;
  acceptedSum: (report: Report) => string | null;
}

/** Columns left free at the start of each line. */
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

/** Wrapped text with a hanging indent: the first row after a lead, the others under its text. */
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

/** One row of text cut to the right edge. */
export const row = (screen: Screen, indent: number, text: string, style: Style = 'plain'): Line => [
  span(' '.repeat(indent)),
  span(truncate(text, screen.width - indent - 1, screen.symbols.cut), style),
];
