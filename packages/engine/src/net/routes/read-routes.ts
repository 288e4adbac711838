import { createPrefixTable, networkAt, parseAddress, prefixText, type PrefixTable } from './table.ts';

/** Bounds of a file: the routing table of the internet has 1.3 million rows in 40 MiB. */
export const routeLimits = { rows: 6_000_000, lineCharacters: 4_096, badLines: 100, fewestPeers: 10, setMembers: 64 };

/** Routes of a file, and what of it was left out. */
export interface RouteTable {
  /** Systems that announce the longest prefix that holds the address; empty: no prefix does. */
  originsOf: (address: string) => number[];
  /** The longest prefix that holds the address, with the systems that announce it; null: none does. */
  routeOf: (address: string) => { prefix: string; systems: number[] } | null;
  rows: number;
  /** Rows that fewer than ten peers of the collectors see: leaks and mistakes. */
  ignored: number;
  /** Lines that are no row. */
  badLines: number;
}

interface Row {
  origins: number[];
  address: string;
  bits: number;
  peers: number;
}

/** A system, or a set of them as `{64500,64501}`. */
function originsIn(text: string): number[] | null {
  const parts = /^\{[\d,]+\}$/.test(text) ? text.slice(1, -1).split(',') : [text];
  if (parts.length > routeLimits.setMembers || parts.some((part) => !/^\d{1,10}$/.test(part))) return null;
  const numbers = parts.map(Number);
  return numbers.every((number) => number < 2 ** 32) ? numbers : null;
}

function rowIn(line: string): Row | null {
  const [system = '', prefix = '', peers = '', ...rest] = line.split('\t');
  const [, address = '', bits = ''] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(prefix) ?? [];
  const origins = originsIn(system);
  if (origins === null || address === '' || rest.length > 0 || !/^\d{1,6}$/.test(peers)) return null;
  return { origins, address, bits: Number(bits), peers: Number(peers) };
}

/** Adds a row to the table of its family; false: it is no route. Of IPv6, prefixes longer than /64 are no routes of the internet. */
function addRow(v4: PrefixTable, v6: PrefixTable, { origins, address, bits }: Row): boolean {
  const network = parseAddress(address);
  if (network === null || bits > network.bits) return false;
  const table = network.bits === 64 ? v6 : v4;
  for (const origin of origins) table.add(networkAt(network, bits), origin);
  return true;
}

/** Reads lines of the form of RIS whois dumps (`asn<TAB>prefix<TAB>seen-by`, `%` for comments); a sentence where they are none. */
export async function readRoutes(lines: AsyncIterable<string>): Promise<RouteTable | string> {
  const [v4, v6] = [createPrefixTable(), createPrefixTable()];
  const count = { line: 0, rows: 0, ignored: 0, bad: 0, firstBad: 0 };
  for await (const line of lines) {
    count.line += 1;
    if (line === '' || line.startsWith('%')) continue;
    const row = line.length > routeLimits.lineCharacters ? null : rowIn(line);
    if (row !== null && row.peers < routeLimits.fewestPeers) count.ignored += 1;
    else if (row !== null && addRow(v4, v6, row)) count.rows += 1;
    else {
      count.bad += 1;
      count.firstBad ||= count.line;
    }
    if (count.rows > routeLimits.rows) return `more than ${routeLimits.rows} rows`;
    if (count.bad > routeLimits.badLines) return `line ${count.firstBad} and ${count.bad - 1} more are no routes`;
  }
  if (count.rows === 0) return 'it holds no routes';
  const routeOf: RouteTable['routeOf'] = (address) => {
    const asked = parseAddress(address);
    const [longest] = asked === null ? [] : (asked.bits === 64 ? v6 : v4).covering(asked);
    const prefix = longest === undefined ? null : prefixText(address, longest.bits);
    return longest === undefined || prefix === null
      ? null
      : { prefix, systems: longest.values.toSorted((a, b) => a - b) };
  };
  return {
    routeOf,
    originsOf: (address) => routeOf(address)?.systems ?? [],
    rows: count.rows,
    ignored: count.ignored,
    badLines: count.bad,
  };
}
