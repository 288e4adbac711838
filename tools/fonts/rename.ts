import { readTables, writeTables } from './true-type.ts';

// "name" table: platform 3 (Windows), encoding 1 (Unicode BMP), language 0x409 (English, United States).
const platform = 3;
const encoding = 1;
const language = 0x409;
/**
 * Copyright, trademark, manufacturer, designer, vendor URL, licence, licence URL: unchanged, as the licence requires.
 */
const kept: ReadonlySet<number> = new Set([0, 7, 8, 9, 11, 13, 14]);

interface NameRecord {
  id: number;
  value: Buffer;
}

function readNames(table: Buffer): NameRecord[] {
  const strings = table.readUInt16BE(4);
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => 6 + 12 * index)
    .filter((at) => table.readUInt16BE(at) === platform && table.readUInt16BE(at + 4) === language)
    .map((at) => {
      const offset = strings + table.readUInt16BE(at + 10);
      return { id: table.readUInt16BE(at + 6), value: table.subarray(offset, offset + table.readUInt16BE(at + 8)) };
    });
}

function writeNames(names: readonly NameRecord[]): Buffer {
  const head = Buffer.alloc(6 + 12 * names.length);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, { id, value }] of names.entries()) {
    const fields = [platform, encoding, language, id, value.length, offset];
    for (const [field, word] of fields.entries()) head.writeUInt16BE(word, 6 + 12 * index + 2 * field);
    offset += value.length;
  }
  return Buffer.concat([head, ...names.map(({ value }) => value)]);
}

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/**
 * The font under another family name, so that an installed font cannot be used instead, and because the Open Font
 * License reserves the original names for unmodified files. Deterministic.
 */
export function renameFont(file: Buffer, family: string, style: string): Buffer {
  const tables = readTables(file);
  const postScript = `${family.replaceAll(' ', '')}-${style}`;
  const ours: readonly (readonly [number, string])[] = [
    [1, family],
    [2, 'Regular'],
    [3, postScript],
    [4, `${family} ${style}`],
    [6, postScript],
    [16, family],
    [17, style],
  ];
  return writeTables(
    file,
    tables.map((table) => {
      if (table.tag !== 'name') return table;
      const names = [
        ...readNames(table.data).filter(({ id }) => kept.has(id)),
        ...ours.map(([id, text]) => ({ id, value: utf16(text) })),
      ].toSorted((a, b) => a.id - b.id);
      return { ...table, data: writeNames(names) };
    }),
  );
}
