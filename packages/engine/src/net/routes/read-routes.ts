import { createPrefixTable, networkAt, parseAddress, prefixText, type Network, prefixForm } from './table.ts';

/** Limits of a file: the internet routing table has 1.3 million rows in 40 MiB. */
export const routeLimits = { rows: 6_000_000, lineCharacters: 4_096, badLines: 100, fewestPeers: 10, setMembers: 64 };

/** The routes of a file, and counts of skipped lines. */
export interface RouteTable {
  /** Systems that announce the longest prefix of the address; empty: none. */
  originsOf: (address: string) => number[];
  /** The longest prefix of the address, with the systems that announce it, and those of them that appear only in an AS_SET; null: none. */
  routeOf: (address: string) => { prefix: string; systems: number[]; inSets?: number[] } | null;
  rows: number;
  /** Rows seen by fewer than ten collector peers, and IPv6 prefixes longer than /64: leaks and mistakes. */
  ignored: number;
  /** Invalid lines. */
  badLines: number;
}

interface Row {
  origins: number[];
  network: Network;
  bits: number;
  peers: number;
  isV6: boolean;
  /** The route ends in an AS_SET. */
  isSet: boolean;
}

const tablesOfBoth = () => ({ v4: createPrefixTable(), v6: createPrefixTable() });

/** A system, or a set as `{64500,64501}`. */
function originsIn(text: string): number[] | null {
  const parts = /^\{[\d,]+\}$/.test(text) ? text.slice(1, -1).split(',') : [text];
  if (parts.length > routeLimits.setMembers || parts.some((part) => !/^\d{1,10}$/.test(part))) return null;
  const numbers = parts.map(Number);
  return numbers.every((number) => number < 2 ** 32) ? numbers : null;
}

function rowIn(line: string): Row | null {
  const [system = '', prefix = '', peers = '', ...rest] = line.split('\t');
  const [, address = '', bits = ''] = prefixForm.exec(prefix) ?? [];
  const origins = originsIn(system);
  const network = address === '' ? null : parseAddress(address);
  const isV6 = address.includes(':');
  if (origins === null || network === null || rest.length > 0 || !/^\d{1,6}$/.test(peers)) return null;
  if (Number(bits) > (isV6 ? 128 : 32)) return null;
  return { origins, network, bits: Number(bits), peers: Number(peers), isV6, isSet: system.startsWith('{') };
}

/** False for routes that do not count: seen by few peers, or an IPv6 prefix longer than 64 bits, the compared half of an address. */
const isRouted = ({ network, bits, peers }: Row): boolean => peers >= routeLimits.fewestPeers && bits <= network.bits;

/** Reads lines in the form of RIS whois dumps (`asn<TAB>prefix<TAB>seen-by`, `%` for comments); a sentence where the file has another form. */
export async function readRoutes(lines: AsyncIterable<string>): Promise<RouteTable | string> {
  const [plain, inSet] = [tablesOfBoth(), tablesOfBoth()];
  const count = { line: 0, rows: 0, ignored: 0, bad: 0, firstBad: 0 };
  for await (const line of lines) {
    count.line += 1;
    if (line === '' || line.startsWith('%')) continue;
    const row = line.length > routeLimits.lineCharacters ? null : rowIn(line);
    if (row === null) {
      count.bad += 1;
      count.firstBad ||= count.line;
    } else if (isRouted(row)) {
      count.rows += 1;
      const network = networkAt(row.network, row.bits);
      const tables = row.isSet ? inSet : plain;
      for (const origin of row.origins) (row.isV6 ? tables.v6 : tables.v4).add(network, origin);
    } else count.ignored += 1;
    if (count.rows > routeLimits.rows) return `more than ${routeLimits.rows} rows`;
    if (count.bad > routeLimits.badLines) return `line ${count.firstBad} and ${count.bad - 1} more are no routes`;
  }
  if (count.rows === 0) return 'it holds no routes';
  const routeOf: RouteTable['routeOf'] = (address) => {
    const asked = parseAddress(address);
    if (asked === null) return null;
    const isV6 = asked.bits === 64;
    const [own, set] = [plain, inSet].map((tables) => (isV6 ? tables.v6 : tables.v4).covering(asked)[0]);
    const bits = Math.max(own?.bits ?? -1, set?.bits ?? -1);
    const prefix = bits < 0 ? null : prefixText(address, bits);
    if (prefix === null) return null;
    const origins = own?.bits === bits ? own.values : [];
    const inSets = (set?.bits === bits ? set.values : []).filter((system) => !origins.includes(system));
    const systems = [...origins, ...inSets].toSorted((a, b) => a - b);
    return { prefix, systems, ...(inSets.length === 0 ? {} : { inSets: inSets.toSorted((a, b) => a - b) }) };
  };
  return {
    routeOf,
    originsOf: (address) => routeOf(address)?.systems ?? [],
    rows: count.rows,
    ignored: count.ignored,
    badLines: count.bad,
  };
}
