import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { type AddressBlock, blockOf, sizeOf, uniteBlocks } from '@perimeter/protocols/spf/address-blocks';
import type { SpfSenders } from '@perimeter/protocols/spf/senders';
import type { SpfStranger } from '@perimeter/protocols/spf/strangers';
import type { SpfNode, SpfNodeTerm } from '@perimeter/protocols/spf/survey-tree';
import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import { termsOf } from './spf.ts';
import { listed } from '../../../evidence/words/text.ts';

/** Address blocks too large for one sender: /7 and larger of IPv4, /16 and larger of IPv6; blocks with gaps, eight times as much. */
const openBlock = { 4: 1n << 25n, 6: 1n << 112n } as const;
/** Last usable addresses: no multicast and reserved ones (RFC 1112 section 4), and global unicast only (RFC 4291 section 2.4). */
const lastUsed = { 4: 0xdf_ff_ff_ffn, 6: (1n << 126n) - 1n } as const;

/** Addresses that pass, where they are enough to include strangers: the largest block, or all blocks with gaps. */
interface OpenAddresses {
  family: 4 | 6;
  size: bigint;
  hasGaps: boolean;
}

/** Address families whose strangers pass. */
function openAddresses(passing: readonly AddressBlock[]): OpenAddresses[] {
  const blocks = uniteBlocks(passing).filter(({ family, first }) => first <= lastUsed[family]);
  return ([4, 6] as const).flatMap((family): OpenAddresses[] => {
    const sizes = blocks.filter((block) => block.family === family).map(sizeOf);
    const largest = sizes.reduce((most, size) => (size > most ? size : most), 0n);
    const sum = sizes.reduce((all, size) => all + size, 0n);
    if (largest >= openBlock[family]) return [{ family, size: largest, hasGaps: false }];
    return sum >= 8n * openBlock[family] ? [{ family, size: sum, hasGaps: true }] : [];
  });
}

/** How many addresses of a block pass, by any term. */
const passingIn = ({ family, first, last }: AddressBlock, passing: SpfSenders['passing']): bigint =>
  passing.reduce((sum, block) => {
    const [from, to] = [block.first > first ? block.first : first, block.last < last ? block.last : last];
    return block.family === family && from <= to ? sum + to - from + 1n : sum;
  }, 0n);

/** Sizes of whole cloud networks (/8 to /15, /17 to /28): larger blocks mean everybody, smaller ones a single sender. */
const broadSizes = { 4: [1n << 17n, 1n << 24n], 6: [1n << 100n, 1n << 111n] } as const;

/** How much of a range passes by any term, after exclusions by earlier terms. */
export const breadthOf = (range: string, passing: SpfSenders['passing']): 'small' | 'broad' | 'open' => {
  const block = blockOf(range);
  const [least, most] = broadSizes[block.family];
  const size = sizeOf(block) < least ? 0n : passingIn(block, passing);
  return size < least ? 'small' : size <= most ? 'broad' : 'open';
};

/** Mechanisms by which a client passes for a reason other than its address in a named range. */
const isOpenDoor = (term: string): boolean => /^\+?(?:all|exists|ptr)\b/iu.test(term) || term.includes('%{');

/** The mechanisms by which all strangers of one family pass; null where one fails, or passes by a range. */
function doorsOf(family: readonly SpfStranger[]): string[] | null {
  const matched = family.flatMap(({ result, matched: by, word }) =>
    result === 'pass' && by !== null ? [{ ...by, word }] : [],
  );
  if (family.length === 0 || matched.length < family.length) return null;
  const doors = matched.map(
    ({ domain, term, word }) => `${term} of ${domain}${word === undefined ? '' : ` (for ${word}@)`}`,
  );
  const unique = [...new Set(doors)];
  // A single term that matches all of them is open, whatever its kind.
  return unique.length === 1 || matched.every(({ term }) => isOpenDoor(term)) ? unique : null;
}

/** How receivers treat mail from strangers: the mechanisms by which all pass, or why none does. */
export type StrangersVerdict =
  | { state: 'open'; family: 'IPv4' | 'IPv6'; doors: readonly string[] }
  /** A sender who finds an existing name passes. */
  | { state: 'guess'; door: string }
  | { state: 'closed' | 'error' | 'unanswered' | 'unknown' };

/** Judges strangers of each family: a sender that passes only over IPv6 can still forge mail. */
export function strangersVerdict(strangers: readonly SpfStranger[]): StrangersVerdict {
  for (const family of ['IPv4', 'IPv6'] as const) {
    const doors = doorsOf(strangers.filter(({ ip }) => ip.includes(':') === (family === 'IPv6')));
    if (doors !== null) return { state: 'open', family, doors };
  }
  if (strangers.some(({ result }) => result === 'temperror')) return { state: 'unanswered' };
  const [guess] = strangers.flatMap(({ guess: term }) => term ?? []);
  if (guess !== undefined) return { state: 'guess', door: `${guess.term} of ${guess.domain}` };
  if (strangers.length > 0 && strangers.every(({ result }) => result === 'permerror')) return { state: 'error' };
  const isOpen = strangers.length === 0 || strangers.some(({ result }) => result === 'pass');
  return { state: isOpen ? 'unknown' : 'closed' };
}

/** A passing ptr for a public suffix: it matches every host below it, and the host's operator chooses the name. */
export const openNames = (tree: SpfNode): { domain: string; term: SpfNodeTerm } | undefined =>
  termsOf(tree).find(
    ({ term: { kind, qualifier, target } }) =>
      kind === 'ptr' && qualifier === 'pass' && target !== null && registrableDomainOf(target.toLowerCase()) === null,
  );

/** The share of all IPv4 addresses that pass by ranges, in a clause: " (0.39 % of all IPv4 addresses)"; empty without any. */
export function shareClause(ranges: readonly string[], passing: SpfSenders['passing']): string {
  const blocks = uniteBlocks(ranges.map(blockOf)).filter(({ family }) => family === 4);
  const sum = blocks.reduce((total, block) => total + Number(passingIn(block, passing)), 0);
  return sum === 0 ? '' : ` (${Number(((100 * sum) / 2 ** 32).toPrecision(2))} % of all IPv4 addresses)`;
}

/** What certainly lets anyone send: a passing `all`, or address blocks too large for one sender; null: nothing. */
export function openText({ everybody, passing }: SpfSenders): string | null {
  const certain = passing.filter(({ doubt }) => doubt === null);
  if (openAddresses(certain.filter(({ term }) => term.kind === 'all')).length > 0)
    return `The record of ${listed(everybody)} passes everybody whom no earlier term refuses (+all), so forged mail passes SPF, and DMARC with it. Expected: -all or ~all at the end.`;
  const [block] = openAddresses(certain.filter(({ range }) => range !== null));
  return block === undefined
    ? null
    : `SPF passes ${block.hasGaps ? 'ranges' : 'a block'} of ${block.size} IPv${block.family} addresses${block.hasGaps ? '' : ' without a gap'}, which is no network of one sender. Expected: the addresses of the mail servers.`;
}

/** Why it is unknown whether everybody passes; null: some certainly do not. */
export function openDoubt({ passing }: SpfSenders, strangers: StrangersVerdict): Plain | null {
  const doubtful = passing.filter(({ doubt }) => doubt !== null);
  if (strangers.state !== 'closed' && openAddresses(doubtful).length > 0)
    return openBy('spf-refusals-per-message', { term: doubtful[0]?.doubt ?? '' });
  if (strangers.state === 'guess') return openBy('spf-name-guessed', { term: strangers.door });
  return strangers.state === 'unanswered' ? openBy('spf-name-lookup-failed') : null;
}

/** The highest number of void lookups of any stranger. */
export const mostVoids = (strangers: readonly SpfStranger[] = []): number =>
  Math.max(0, ...strangers.map(({ voids }) => voids ?? 0));
