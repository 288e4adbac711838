import { toHex } from '../bytes.ts';
import { parseIpv4, parseIpv6 } from '../dns/address.ts';

/** A block of addresses without a gap, both ends included. */
export interface AddressBlock {
  family: 4 | 6;
  first: bigint;
  last: bigint;
}

/** All addresses of both families. */
export const allAddresses: readonly AddressBlock[] = [
  { family: 4, first: 0n, last: (1n << 32n) - 1n },
  { family: 6, first: 0n, last: (1n << 128n) - 1n },
];

/** How many addresses a block has. */
export const sizeOf = ({ first, last }: AddressBlock): bigint => last - first + 1n;

/** Reads an address with or without a prefix length; throws ProtocolError. */
export function blockOf(range: string): AddressBlock {
  const [address = '', length] = range.split('/');
  const family = address.includes(':') ? 6 : 4;
  const bytes = family === 4 ? parseIpv4(address) : parseIpv6(address);
  const width = 8 * bytes.length;
  const free = BigInt(width - (length === undefined ? width : Number(length)));
  const first = (BigInt(`0x${toHex(bytes)}`) >> free) << free;
  return { family, first, last: first + (1n << free) - 1n };
}

const byPlace = (a: AddressBlock, b: AddressBlock): number =>
  a.family - b.family || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0);

/** The union of blocks, in order: those that overlap or touch become one. */
export function uniteBlocks(blocks: readonly AddressBlock[]): AddressBlock[] {
  const united: AddressBlock[] = [];
  for (const { family, first, last } of blocks.toSorted(byPlace)) {
    const before = united.at(-1);
    if (before === undefined || before.family !== family || first > before.last + 1n)
      united.push({ family, first, last });
    else if (last > before.last) before.last = last;
  }
  return united;
}

/** The addresses of one family up to their end, cut at every edge of the blocks that will be taken. */
interface Line {
  /** First address of each cell, in order, and the end of the last. */
  edges: readonly bigint[];
  /** The first cell from each on that is free; followed as in a union-find. */
  free: Int32Array;
}

function lineOf(blocks: readonly AddressBlock[]): Line {
  const all = blocks.flatMap(({ first, last }) => [first, last + 1n]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const edges = all.filter((edge, at) => at === 0 || edge !== all[at - 1]);
  return { edges, free: Int32Array.from(edges, (_edge, at) => at) };
}

function nextFree({ free }: Line, from: number): number {
  let at = from;
  while (free[at] !== at) {
    free[at] = free[free[at] ?? at] ?? at;
    at = free[at] ?? at;
  }
  return at;
}

function cellAt({ edges }: Line, address: bigint): number {
  let [low, high] = [0, edges.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0n) < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Addresses that are given away once: whoever takes a block first gets it. Each step costs the logarithm of all blocks. */
export class FreeAddresses {
  readonly #lines: Readonly<Record<4 | 6, Line>>;
  #left: number;

  /** All blocks that will be taken. */
  constructor(blocks: readonly AddressBlock[]) {
    const of = (family: 4 | 6) => lineOf([...allAddresses, ...blocks].filter((block) => block.family === family));
    this.#lines = { 4: of(4), 6: of(6) };
    this.#left = this.#lines[4].edges.length + this.#lines[6].edges.length - 2;
  }

  /** True where nothing is left. */
  get isEmpty(): boolean {
    return this.#left === 0;
  }

  /** Takes what is left of a block: the parts of it. */
  take({ family, first, last }: AddressBlock): AddressBlock[] {
    const line = this.#lines[family];
    const parts: AddressBlock[] = [];
    const end = cellAt(line, last + 1n);
    for (let at = nextFree(line, cellAt(line, first)); at < end; at = nextFree(line, at)) {
      const [from = 0n, to = 0n] = line.edges.slice(at, at + 2);
      const before = parts.at(-1);
      if (before !== undefined && before.last + 1n === from) before.last = to - 1n;
      else parts.push({ family, first: from, last: to - 1n });
      line.free[at] = at + 1;
      this.#left -= 1;
    }
    return parts;
  }
}
