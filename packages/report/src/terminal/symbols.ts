import type { Severity } from '@perimeter/contract/finding';

/** The symbols of the readable result. */
export interface Symbols {
  severity: Record<Severity, string>;
  good: string;
  bullet: string;
  dot: string;
  rule: string;
  quote: string;
  barFull: string;
  barEmpty: string;
  block: string;
  minus: string;
  cut: string;
}

/** Each severity has its own shape, recognizable without colour. */
export const unicodeSymbols: Symbols = {
  severity: { critical: '✖', high: '▲', medium: '●', low: '○' },
  good: '✔',
  bullet: '•',
  dot: '·',
  rule: '─',
  quote: '│',
  barFull: '█',
  barEmpty: '░',
  block: '█',
  minus: '−',
  cut: '…',
};

/** The same in ASCII, for terminals and logs without UTF-8. */
export const asciiSymbols: Symbols = {
  severity: { critical: 'X', high: '!', medium: '*', low: 'o' },
  good: '+',
  bullet: '*',
  dot: '-',
  rule: '-',
  quote: '|',
  barFull: '#',
  barEmpty: '.',
  block: '#',
  minus: '-',
  cut: '...',
};
