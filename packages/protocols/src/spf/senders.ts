import { allAddresses, blockOf, FreeAddresses, type AddressBlock } from './address-blocks.ts';
import { spfLimits } from './lookup.ts';
import type { SpfNode, SpfNodeTerm } from './survey-tree.ts';

/** A block of addresses that pass, and the term that lets them. */
export interface SpfPassing extends AddressBlock {
  term: SpfNodeTerm;
  /** The range of the term that holds the block; null for a term that matches everybody. */
  range: string | null;
  /** The names of the records on the way to the term. */
  path: readonly string[];
  /** An earlier term that may refuse these addresses: the clients that it matches are not known. */
  doubt: string | null;
}

/** A range with passing addresses that no earlier term decides about, and the names of the records on the way to it. */
export interface SpfSenderRange {
  /** An address with a prefix length. */
  range: string;
  path: readonly string[];
}

/** Who may send for a domain. */
export interface SpfSenders {
  /** The records whose `all` passes every client that no earlier term decides about. */
  everybody: readonly string[];
  ranges: readonly SpfSenderRange[];
  passing: readonly SpfPassing[];
  /** False where more may pass: a part depends on the message or could not be seen. */
  complete: boolean;
  /** The term that decides about the last remaining addresses; null where some match no term. */
  last: SpfNodeTerm | null;
}

/** The result of a record for addresses; those in neither list match no passing term. */
interface Decided extends Pick<SpfSenders, 'complete' | 'last'> {
  passing: readonly SpfPassing[];
  /** Addresses for which the evaluation ends in an error. */
  errors: readonly AddressBlock[];
}

interface Matching extends AddressBlock {
  passing?: SpfPassing;
}

/** What a term matches; unknown: it may match more. */
interface TermMatch extends Pick<Decided, 'errors' | 'last'> {
  term: SpfNodeTerm;
  blocks: readonly Matching[];
  unknown: boolean;
}

const nothing: Decided = { passing: [], errors: [], complete: true, last: null };

/** Evaluates records in the order of their terms, for all addresses at once (RFC 7208 section 4.6.2). */
class Senders {
  /** Lookups so far, for a client that matches nothing (RFC 7208 section 4.6.4). */
  #lookups = 0;

  record({ domain, terms, problem }: SpfNode, above: readonly string[]): Decided {
    const isUnseen = problem?.kind === 'unanswered' || problem?.kind === 'capped';
    if (isUnseen) return { ...nothing, complete: false };
    if (problem !== null) return { ...nothing, errors: allAddresses };
    const path = [...above, domain];
    // RFC 7208 section 6.1: a redirect counts behind all mechanisms, wherever it stands.
    const used = terms.filter(({ ignored, kind }) => !ignored && kind !== 'exp' && kind !== 'unknown');
    const inOrder = [
      ...used.filter(({ kind }) => kind !== 'redirect'),
      ...used.filter(({ kind }) => kind === 'redirect'),
    ];
    return decide(
      inOrder.map((term) => this.#match(term, path)),
      path,
    );
  }

  #match(term: SpfNodeTerm, path: readonly string[]): TermMatch {
    this.#lookups += term.counts.lookups;
    const { kind, child, counts, ranges } = term;
    const plain = { term, blocks: [], errors: [], unknown: false, last: null };
    if (this.#lookups > spfLimits.lookups || term.tooManyNames) return { ...plain, errors: allAddresses };
    if (child !== null) {
      const { passing, errors, complete, last } = this.record(child, path);
      return { term, blocks: passing.map((block) => ({ ...block, passing: block })), errors, unknown: !complete, last };
    }
    const isEverybody = kind === 'all' || (kind === 'exists' && counts.complete && counts.voids4 === 0);
    if (isEverybody) return { ...plain, blocks: allAddresses };
    const unknown = ranges === null || term.dynamic || !counts.complete;
    return { ...plain, blocks: (ranges ?? []).map(blockOf), unknown };
  }
}

/** Gives each address to the first term that matches it. */
function decide(matches: readonly TermMatch[], path: readonly string[]): Decided {
  const free = new FreeAddresses(matches.flatMap(({ blocks, errors }) => [...blocks, ...errors]));
  const passing: SpfPassing[] = [];
  const ended: AddressBlock[] = [];
  let [doubt, last, complete]: [string | null, SpfNodeTerm | null, boolean] = [null, null, true];
  for (const { term, blocks, errors, unknown, last: below } of matches) {
    const isPassing = term.qualifier === 'pass' || term.kind === 'redirect';
    for (const [at, block] of blocks.entries()) {
      const parts = free.take(block);
      const by = block.passing ?? { term, range: term.ranges?.[at] ?? null, path, doubt: null };
      if (isPassing) for (const part of parts) passing.push({ ...by, ...part, doubt: doubt ?? by.doubt });
    }
    if (ended.length === 0) last ??= term.kind === 'redirect' ? below : free.isEmpty ? term : null;
    for (const block of errors) ended.push(...free.take(block));
    if (unknown && isPassing) complete = false;
    if (unknown && !isPassing) doubt ??= term.text;
  }
  if (ended.length > 0) last ??= matches.find(({ term }) => term.kind === 'all')?.term ?? null;
  return { passing, errors: ended, complete, last };
}

/** The addresses that pass, as receivers evaluate a tree; an include passes the addresses that its own record passes. */
export function sendersOf(node: SpfNode): SpfSenders {
  const { passing, complete, last } = new Senders().record(node, []);
  const everybody = passing.filter(({ term }) => term.kind === 'all').map(({ path }) => path.at(-1) ?? '');
  const ranges = new Map<string, SpfSenderRange>();
  for (const { range, path } of passing) if (range !== null) ranges.set(`${path.join(' ')} ${range}`, { range, path });
  return { everybody: [...new Set(everybody)], ranges: [...ranges.values()], passing, complete, last };
}
