/** A table of a TrueType file: its four-letter tag and its bytes. */
export interface Table {
  tag: string;
  data: Buffer;
}

/** The tables of a TrueType file in the order of its directory (OpenType specification, "Organization of an OpenType font"). */
export function readTables(file: Buffer): Table[] {
  return Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index;
    const offset = file.readUInt32BE(entry + 8);
    return {
      tag: file.toString('latin1', entry, entry + 4),
      data: Buffer.from(file.subarray(offset, offset + file.readUInt32BE(entry + 12))),
    };
  });
}

/** Sum of the big-endian words of a table padded with zeros ("Calculating checksums"). */
function checksum(data: Buffer): number {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

/** checkSumAdjustment makes the sum of the whole file equal this ("head" table). */
const wholeFileSum = 0xb1b0afba;
const adjustmentAt = 8;

/** A TrueType file of these tables with new checksums; version and search fields are copied from the old file. */
export function writeTables(old: Buffer, tables: readonly Table[]): Buffer {
  for (const { tag, data } of tables) if (tag === 'head') data.writeUInt32BE(0, adjustmentAt);
  const directory = Buffer.alloc(12 + 16 * tables.length);
  old.copy(directory, 0, 0, 12);
  const body: Buffer[] = [];
  let position = directory.length;
  let headAt = 0;
  for (const [index, { tag, data }] of tables.entries()) {
    const entry = 12 + 16 * index;
    if (tag === 'head') headAt = position;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(checksum(data), entry + 4);
    directory.writeUInt32BE(position, entry + 8);
    directory.writeUInt32BE(data.length, entry + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    body.push(data, padding);
    position += data.length + padding.length;
  }
  const file = Buffer.concat([directory, ...body]);
  file.writeUInt32BE((wholeFileSum - checksum(file)) >>> 0, headAt + adjustmentAt);
  return file;
}
