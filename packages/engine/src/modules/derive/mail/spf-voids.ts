import { digLines } from '../../../catalogue/dig.ts';
import { shorten } from '../words/text.ts';
import type { SpfRecords } from './checks.ts';
import type { termsOf } from './spf.ts';

/** A term that finds no address of one family, or of both. */
export type Void = ReturnType<typeof termsOf>[number];

export const voidLine = ({ domain, term }: Void): string => {
  const { voids4, voids6 } = term.counts;
  const what = voids4 > 0 && voids6 > 0 ? 'no record' : voids4 > 0 ? 'no A record' : 'no AAAA record';
  return shorten(`${domain}: ${term.text} finds ${what}`, 300);
};

/** The commands that show the record and what its terms do not find. */
export const voidCommands = (
  { facts }: SpfRecords,
  voids: readonly Void[],
  types: readonly ('A' | 'AAAA')[],
): string | null =>
  digLines(
    ['TXT', facts.domain],
    ...voids.slice(0, 4).flatMap(({ term: { kind, target } }): (readonly [string, string])[] => {
      if (target === null) return [];
      if (kind === 'a') return types.map((type) => [type, target]);
      return [[kind === 'mx' ? 'MX' : kind === 'exists' ? 'A' : 'TXT', target]];
    }),
  );

/** Void lookups that terms cause for clients of a family. */
export const voidsOf = (terms: readonly Void[], family: 4 | 6): number =>
  terms.reduce((sum, { term }) => sum + term.counts[family === 4 ? 'voids4' : 'voids6'], 0);
