import { readTables } from './true-type.ts';

/** Inclusive ranges of code points, ascending. */
export type Ranges = [from: number, to: number][];

function* segmentsOf4(table: Buffer): Generator<number> {
  const count = table.readUInt16BE(6) / 2;
  const word = (array: number, index: number): number =>
    table.readUInt16BE(14 + 2 * (count * array + index) + (array > 0 ? 2 : 0));
  for (let index = 0; index < count; index += 1) {
    const [end, start, delta, rangeOffset] = [word(0, index), word(1, index), word(2, index), word(3, index)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const at = 16 + 2 * (3 * count + index) + rangeOffset + 2 * (code - start);
      const raw = rangeOffset === 0 ? code : table.readUInt16BE(at);
      if (raw !== 0 && ((raw + delta) & 0xffff) !== 0) yield code;
    }
  }
}

function* groupsOf12(table: Buffer): Generator<number> {
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + 12 * index;
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code += 1) yield code;
  }
}

/** The code points that a font has glyphs for ("cmap" table, formats 4 and 12). */
export function coverageOf(file: Buffer): Ranges {
  const cmap = readTables(file).find(({ tag }) => tag === 'cmap')?.data;
  if (cmap === undefined) throw new Error('A font without "cmap"');
  const codes = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const entry = 4 + 8 * index;
    const isUnicode = cmap.readUInt16BE(entry) === 0 || cmap.readUInt16BE(entry) === 3;
    const table = cmap.subarray(cmap.readUInt32BE(entry + 4));
    const format = table.readUInt16BE(0);
    if (!isUnicode) continue;
    for (const code of format === 4 ? segmentsOf4(table) : format === 12 ? groupsOf12(table) : []) codes.add(code);
  }
  const ranges: Ranges = [];
  for (const code of [...codes].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
