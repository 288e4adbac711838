import { jsonOrNull } from '@perimeter/protocols/json';
import { UnusableList } from '../list-file.ts';
import {
  createPrefixTable,
  networkAt,
  parseAddress,
  prefixText,
  type PrefixTable,
  prefixForm,
} from '../routes/table.ts';

/** Limits of a file: all validated payloads of the internet are about 800,000 rows in 90 MB. */
export const vrpLimits = { rows: 3_000_000, rowCharacters: 4_096, badRows: 100 };

/** One payload that covers a route: the permitted system and the maximum prefix length (RFC 6811 section 2). */
export interface Vrp {
  prefix: string;
  system: number;
  maxLength: number;
}

/** Validated payloads of a file. */
export interface VrpTable {
  /** Payloads whose prefix covers the route `address/bits`, at most 50: those of its origin systems first, because one of them decides. */
  covering: (address: string, bits: number, systems: readonly number[]) => Vrp[];
  rows: number;
  /** Invalid rows. */
  badRows: number;
  /** Creation time stated in the file, epoch milliseconds; null: not stated. */
  madeMs: number | null;
}

const mostCovering = 50;

interface Row {
  system: number;
  address: string;
  bits: number;
  maxLength: number;
}

/** RFC 6811: a maximum length is at least that of the prefix, and AS0 disavows (RFC 6483 section 4). */
function rowIn(value: unknown): Row | null {
  if (typeof value !== 'object' || value === null || !('asn' in value) || !('prefix' in value)) return null;
  const { asn, prefix } = value;
  const maxLength = 'maxLength' in value ? value.maxLength : undefined;
  const system = typeof asn === 'number' ? asn : Number(/^AS(\d{1,10})$/i.exec(String(asn))?.[1] ?? Number.NaN);
  const [, address = '', length = ''] = prefixForm.exec(String(prefix)) ?? [];
  const bits = Number(length);
  const most = maxLength === undefined ? bits : maxLength;
  if (!Number.isSafeInteger(system) || system < 0 || system >= 2 ** 32 || address === '') return null;
  if (typeof most !== 'number' || !Number.isInteger(most) || most < bits || most > 128) return null;
  return { system, address, bits, maxLength: most };
}

/** The systems and lengths of payloads, in typed arrays that grow. */
function createRows() {
  let [systems, lengths] = [new Uint32Array(1_024), new Uint8Array(1_024)];
  let count = 0;
  return {
    add: (system: number, maxLength: number): number => {
      if (count === systems.length) {
        const [wider, longer] = [new Uint32Array(count * 2), new Uint8Array(count * 2)];
        wider.set(systems);
        longer.set(lengths);
        [systems, lengths] = [wider, longer];
      }
      systems[count] = system;
      lengths[count] = maxLength;
      return count++;
    },
    at: (row: number) => ({ system: systems[row] ?? 0, maxLength: lengths[row] ?? 0 }),
  };
}

/** The time in the head of a file: `generated` of Routinator in seconds, `buildtime` of rpki-client. */
function madeIn(head: string): number | null {
  const seconds = /"generated"\s*:\s*(\d{9,11})\b/.exec(head)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  const time = Date.parse(/"(?:buildtime|generatedTime)"\s*:\s*"([0-9TZ:.+-]{10,40})"/.exec(head)?.[1] ?? '');
  return Number.isNaN(time) ? null : time;
}

/** The objects of the list `roas` as they arrive; other lists of the file (router keys, ASPA) end it. */
async function* objectsOf(slices: AsyncIterable<Buffer>, onHead: (head: string) => void): AsyncGenerator<string> {
  let [rest, inList, ended] = ['', false, false];
  for await (const slice of slices) {
    if (ended) continue;
    rest += slice.toString('latin1');
    if (!inList) {
      const start = /"roas"\s*:\s*\[/.exec(rest);
      if (start === null && rest.length > 1_048_576) throw new UnusableList('it has no list "roas"');
      if (start === null) continue;
      onHead(rest.slice(0, start.index));
      rest = rest.slice(start.index + start[0].length);
      inList = true;
    }
    let at = 0;
    for (const object of rest.matchAll(/[{\]][^{}]*\}?/g)) {
      if (object[0].startsWith(']')) {
        ended = true;
        break;
      }
      if (!object[0].endsWith('}')) break;
      at = object.index + object[0].length;
      yield object[0];
    }
    rest = rest.slice(at);
    if (!ended && rest.length > vrpLimits.rowCharacters + slice.length)
      throw new UnusableList(`a row is longer than ${vrpLimits.rowCharacters} characters`);
  }
  if (!inList) throw new UnusableList('it has no list "roas"');
  // The missing part may contain the payload that makes a route valid.
  if (!ended) throw new UnusableList('it ends before its list "roas" does');
}

/** Parses the JSON of Routinator or rpki-client as a stream; throws an {@link UnusableList} for other content. */
export async function readVrps(slices: AsyncIterable<Buffer>): Promise<VrpTable> {
  const [v4, v6, rows] = [createPrefixTable(), createPrefixTable(), createRows()];
  const count = { rows: 0, bad: 0 };
  let madeMs: number | null = null;
  const tableFor = (bits: number): PrefixTable => (bits === 64 ? v6 : v4);
  for await (const text of objectsOf(slices, (head) => {
    madeMs = madeIn(head);
  })) {
    const row = rowIn(jsonOrNull(text));
    const network = row === null ? null : parseAddress(row.address);
    if (row === null || network === null || (network.bits === 32 && row.maxLength > 32)) count.bad += 1;
    // Internet routes are at most /64, so a longer payload covers none.
    else if (row.bits <= network.bits) {
      tableFor(network.bits).add(networkAt(network, row.bits), rows.add(row.system, row.maxLength));
      count.rows += 1;
    }
    if (count.rows > vrpLimits.rows) throw new UnusableList(`it has more than ${vrpLimits.rows} rows`);
    if (count.bad > vrpLimits.badRows) throw new UnusableList(`more than ${vrpLimits.badRows} of its rows are none`);
  }
  if (count.rows === 0) throw new UnusableList('it holds no payloads');
  return {
    covering: (address, bits, systems) => {
      const network = parseAddress(address);
      if (network === null) return [];
      const found = tableFor(network.bits).covering(networkAt(network, bits));
      const wide = found.filter((one) => one.bits <= bits);
      const all = wide.flatMap((one) => {
        const prefix = prefixText(address, one.bits) ?? '';
        return one.values.map((row): Vrp => ({ prefix, ...rows.at(row) }));
      });
      if (all.length <= mostCovering) return all;
      const allows = (by: number) => all.find(({ system, maxLength }) => system === by && bits <= maxLength) ?? [];
      const deciding = new Set(systems.flatMap(allows));
      return [...deciding, ...all.filter((one) => !deciding.has(one))].slice(0, mostCovering);
    },
    rows: count.rows,
    badRows: count.bad,
    madeMs,
  };
}
