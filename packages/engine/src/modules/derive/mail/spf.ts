import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import { type AddressBlock, blockOf, sizeOf, uniteBlocks } from '@perimeter/protocols/spf/address-blocks';
import { sendersOf, type SpfSenders } from '@perimeter/protocols/spf/senders';
import type { SpfStranger } from '@perimeter/protocols/spf/strangers';
import type { SpfNode, SpfNodeTerm } from '@perimeter/protocols/spf/survey-tree';
import { type DnsLookup, lookupFailed } from '../../../evidence/dns/lookup.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { inconclusive, type Plain } from '../../../catalogue/outcome.ts';
import { listed } from '../words/text.ts';

/** A node of an SPF tree, and the term that leads to it; null at the top. */
export interface SpfPlace {
  node: SpfNode;
  term: SpfNodeTerm | null;
}

/** Every record of a tree that receivers evaluate. */
export const placesOf = (node: SpfNode, term: SpfNodeTerm | null = null): SpfPlace[] => [
  { node, term },
  ...node.terms.flatMap((next) => (next.child === null || next.ignored ? [] : placesOf(next.child, next))),
];

/** Every term of a tree that receivers evaluate, with the domain of its record. */
export const termsOf = (tree: SpfNode): { domain: string; term: SpfNodeTerm }[] =>
  placesOf(tree).flatMap(({ node }) =>
    node.terms.filter(({ ignored }) => !ignored).map((term) => ({ domain: node.domain, term })),
  );

/** Why a question of the survey has no usable answer: nobody answered, an error came, or a limit of the survey was reached. */
function whyUnseen(lookups: readonly DnsLookup[], type: string, name: string): string {
  const asked = lookups.find((one) => one.type === type && one.name.toLowerCase() === name.toLowerCase());
  if (lookups.length === 0) return `${type} ${name}: the lookup failed`;
  if (asked === undefined) return `${type} ${name} is beyond the limits of the survey`;
  if (!lookupFailed(asked)) return `${type} ${name}: the records are longer than an audit reads`;
  return `${type} ${name}: ${asked.failure === undefined ? asked.status : failureText(asked.failure)}`;
}

/** What a term asks for first of all. */
const firstType: Readonly<Partial<Record<SpfNodeTerm['kind'], string>>> = { a: 'A', exists: 'A', mx: 'MX' };

/** Why a part of the tree could not be seen; null where all was, apart from what depends on the message. */
export function hiddenPart({ spf: { tree }, lookups }: Pick<MailAuthEvidence, 'spf' | 'lookups'>): Plain | null {
  for (const { node } of placesOf(tree)) {
    if (node.problem?.kind === 'unanswered') return inconclusive(whyUnseen(lookups, 'TXT', node.domain));
    if (node.problem?.kind === 'capped') return inconclusive(`${node.domain} is beyond the limits of the survey`);
  }
  const silent = termsOf(tree).find(({ term }) => !term.dynamic && !term.counts.complete && term.kind !== 'ptr');
  if (silent === undefined) return null;
  const { text, kind, target } = silent.term;
  const said = `${text} of ${silent.domain}`;
  const types = [firstType[kind] ?? 'A', 'AAAA'];
  const failed = types.find((type) =>
    lookups.some((one) => one.type === type && one.name === target && lookupFailed(one)),
  );
  if (failed !== undefined) return inconclusive(`${said}: ${whyUnseen(lookups, failed, target ?? '')}`);
  const isAsked = lookups.some((one) => one.type === types[0] && one.name === target);
  return inconclusive(
    isAsked || lookups.length === 0
      ? `${said}: the lookup of an address failed`
      : `${said} is beyond the limits of the survey`,
  );
}

/** Why lookups cannot be counted to the end: an include or redirect whose name depends on the message. */
export function dynamicPart(tree: SpfNode): Plain | null {
  const dynamic = termsOf(tree).find(
    ({ term }) => term.dynamic && (term.kind === 'include' || term.kind === 'redirect'),
  );
  return dynamic === undefined ? null : inconclusive(`${dynamic.term.text} depends on the message`);
}

/**
 * The term behind which no client is left: `all`, an include of a record that passes everybody, a name that exists, or the last of
 * ranges that hold all addresses; null: none, so that the rest is neutral; hidden: unknown.
 */
export function lastTerm(node: SpfNode): SpfNodeTerm | null | 'hidden' {
  const { last } = sendersOf(node);
  if (last !== null) return last;
  const redirect = node.terms.find(({ kind }) => kind === 'redirect');
  if (redirect === undefined) return node.problem === null ? null : 'hidden';
  return redirect.child === null ? 'hidden' : lastTerm(redirect.child);
}

/** What receivers do with a client that the term decides about. */
export const wordOf = (term: ReturnType<typeof lastTerm>): SpfNodeTerm['qualifier'] | 'hidden' =>
  term === null || term === 'hidden' ? term : term.qualifier;

/** Blocks so large that they are no sender's: /7 and larger of IPv4, /16 and larger of IPv6; with gaps, eight times as much. */
const openBlock = { 4: 1n << 25n, 6: 1n << 112n } as const;
/** Where hosts are: no multicast and reserved addresses (RFC 1112 section 4), and global unicast (RFC 4291 section 2.4). */
const lastUsed = { 4: 0xdf_ff_ff_ffn, 6: (1n << 126n) - 1n } as const;

/** What passes by some terms, where it is so much that it is open to strangers: the largest block, or all with the gaps. */
export interface OpenAddresses {
  family: 4 | 6;
  size: bigint;
  hasGaps: boolean;
}

/** The families of which strangers pass. */
export function openAddresses(passing: readonly AddressBlock[]): OpenAddresses[] {
  const blocks = uniteBlocks(passing).filter(({ family, first }) => first <= lastUsed[family]);
  return ([4, 6] as const).flatMap((family): OpenAddresses[] => {
    const sizes = blocks.filter((block) => block.family === family).map(sizeOf);
    const largest = sizes.reduce((most, size) => (size > most ? size : most), 0n);
    const sum = sizes.reduce((all, size) => all + size, 0n);
    if (largest >= openBlock[family]) return [{ family, size: largest, hasGaps: false }];
    return sum >= 8n * openBlock[family] ? [{ family, size: sum, hasGaps: true }] : [];
  });
}

/** How many addresses of a block pass, by whatever term. */
const passingIn = ({ family, first, last }: AddressBlock, passing: SpfSenders['passing']): bigint =>
  passing.reduce((sum, block) => {
    const [from, to] = [block.first > first ? block.first : first, block.last < last ? block.last : last];
    return block.family === family && from <= to ? sum + to - from + 1n : sum;
  }, 0n);

/** Sizes that are whole networks of clouds (/8 to /15, /17 to /28): above them everybody is meant, below them somebody. */
const broadSizes = { 4: [1n << 17n, 1n << 24n], 6: [1n << 100n, 1n << 111n] } as const;

/** How much of a range passes, by whatever term, after all that earlier terms refuse. */
export const breadthOf = (range: string, passing: SpfSenders['passing']): 'small' | 'broad' | 'open' => {
  const block = blockOf(range);
  const [least, most] = broadSizes[block.family];
  const size = sizeOf(block) < least ? 0n : passingIn(block, passing);
  return size < least ? 'small' : size <= most ? 'broad' : 'open';
};

/** Mechanisms that let a client pass for something else than its address in a range that the record names. */
const isOpenDoor = (term: string): boolean => /^\+?(?:all|exists|ptr)\b/iu.test(term) || term.includes('%{');

/** The doors by which all strangers of one family pass; null where one does not, or passes by a range of its own. */
function doorsOf(family: readonly SpfStranger[]): string[] | null {
  const matched = family.flatMap(({ result, matched: by, word }) =>
    result === 'pass' && by !== null ? [{ ...by, word }] : [],
  );
  if (family.length === 0 || matched.length < family.length) return null;
  const doors = matched.map(
    ({ domain, term, word }) => `${term} of ${domain}${word === undefined ? '' : ` (for ${word}@)`}`,
  );
  const unique = [...new Set(doors)];
  // One term that holds all of them is a door whatever its kind.
  return unique.length === 1 || matched.every(({ term }) => isOpenDoor(term)) ? unique : null;
}

/** What receivers make of mail from strangers: the doors by which all of them pass, or why nobody does. */
export type StrangersVerdict =
  | { state: 'open'; family: 'IPv4' | 'IPv6'; doors: readonly string[] }
  /** Whoever finds a name that exists passes. */
  | { state: 'guess'; door: string }
  | { state: 'closed' | 'error' | 'unanswered' | 'unknown' };

/** Judges the strangers of each family: who may send by IPv6 alone still forges mail. */
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

/** The share of all IPv4 addresses that pass by ranges, in words: " (0.39 % of all IPv4 addresses)"; nothing where that is none. */
export function shareClause(ranges: readonly string[], passing: SpfSenders['passing']): string {
  const blocks = uniteBlocks(ranges.map(blockOf)).filter(({ family }) => family === 4);
  const sum = blocks.reduce((total, block) => total + Number(passingIn(block, passing)), 0);
  return sum === 0 ? '' : ` (${Number(((100 * sum) / 2 ** 32).toPrecision(2))} % of all IPv4 addresses)`;
}

/** Whom SPF passes although nobody named them; null where that is not certain. */
export function openTo(tree: SpfNode, strangers: StrangersVerdict): string | null {
  const { everybody, passing } = sendersOf(tree);
  const certain = passing.filter(({ doubt }) => doubt === null);
  if (openAddresses(certain.filter(({ term }) => term.kind === 'all')).length > 0)
    return `The record of ${listed(everybody)} passes everybody whom no earlier term refuses (+all), so forged mail passes SPF, and DMARC with it. Expected: -all or ~all at the end.`;
  const [block] = openAddresses(certain.filter(({ range }) => range !== null));
  if (block !== undefined)
    return `SPF passes ${block.hasGaps ? 'ranges' : 'a block'} of ${block.size} IPv${block.family} addresses${block.hasGaps ? '' : ' without a gap'}, which is no network of one sender. Expected: the addresses of the mail servers.`;
  if (strangers.state === 'open')
    return `Mail from three ${strangers.family} addresses that have nothing in common passes SPF by ${listed(strangers.doors)}, so forged mail passes SPF, and DMARC with it. Expected: terms that match the mail servers alone.`;
  return null;
}

/** A passing ptr for a public suffix: the name of every host below it, which whoever runs the host chooses; null where there is none. */
export function openNamed(tree: SpfNode): string | null {
  const named = termsOf(tree).find(
    ({ term: { kind, qualifier, target } }) =>
      kind === 'ptr' && qualifier === 'pass' && target !== null && registrableDomainOf(target.toLowerCase()) === null,
  );
  if (named !== undefined)
    return `${named.term.text} of ${named.domain} passes every host whose address has a name below ${named.term.target ?? ''}, which anybody can register. Expected: the addresses of the mail servers.`;
  return null;
}
