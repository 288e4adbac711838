import { toHex } from '../bytes.ts';
import { parseClient } from './client.ts';
import type { SpfNode } from './survey-tree.ts';

/** A range that may send, and the names of the records on the way to it. */
export interface SpfSenderRange {
  /** An address with a prefix length. */
  range: string;
  path: readonly string[];
}

/** Who may send for a domain. */
export interface SpfSenders {
  /** The records that let everybody send: a passing `all`. */
  everybody: readonly string[];
  ranges: readonly SpfSenderRange[];
  /** False where a part depends on the message or could not be seen. */
  complete: boolean;
}

/** Collects the ranges that a tree lets pass; of an include counts what its own record lets pass. */
export function sendersOf(node: SpfNode, path: readonly string[] = []): SpfSenders {
  const way = [...path, node.domain];
  const parts = node.terms
    .filter(({ ignored, qualifier, kind }) => !ignored && (qualifier === 'pass' || kind === 'redirect'))
    .map((term): SpfSenders => {
      if (term.child !== null) return sendersOf(term.child, way);
      const everybody = term.kind === 'all' ? [node.domain] : [];
      const ranges = (term.ranges ?? []).map((range) => ({ range, path: way }));
      const isUnknown = term.ranges === null || term.dynamic || term.kind === 'exists';
      return { everybody, ranges, complete: !isUnknown };
    });
  const known = node.problem?.kind !== 'unanswered' && node.problem?.kind !== 'capped';
  return {
    everybody: parts.flatMap(({ everybody }) => everybody),
    ranges: parts.flatMap(({ ranges }) => ranges),
    complete: known && parts.every(({ complete }) => complete),
  };
}

/** A block of addresses without a gap, both ends included. */
export interface AddressBlock {
  family: 4 | 6;
  first: bigint;
  last: bigint;
}

function blockOf(range: string): AddressBlock {
  const [address = '', length] = range.split('/');
  const { family, bytes } = parseClient(address);
  const width = 8 * bytes.length;
  const free = BigInt(width - (length === undefined ? width : Number(length)));
  const first = (BigInt(`0x${toHex(bytes)}`) >> free) << free;
  return { family, first, last: first + (1n << free) - 1n };
}

/** The union of ranges, in order: blocks that overlap or touch become one. Throws ProtocolError for text that is no range. */
export function uniteRanges(ranges: readonly string[]): AddressBlock[] {
  const sorted = ranges
    .map(blockOf)
    .toSorted((a, b) => a.family - b.family || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const united: AddressBlock[] = [];
  for (const block of sorted) {
    const before = united.at(-1);
    if (before === undefined || before.family !== block.family || block.first > before.last + 1n)
      united.push({ ...block });
    else if (block.last > before.last) before.last = block.last;
  }
  return united;
}
