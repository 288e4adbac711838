import { deflateSync, inflateSync } from 'node:zlib';
import { classicTable, PdfFile, PdfStructureError, runsOf } from '../seal/pdf-file.ts';

/** Objects per stream: more compress better, but a reader inflates all of them to read one. */
const objectsInStream = 500;

/** Objects that a seal reads or replaces stay in the classic table, and streams cannot be nested. */
const STAYS = /\/Type \/(?:Catalog|Pages?|Filespec)\b|\nstream\n/u;
const end = '\nendobj\n\n';

/** Where an object is (ISO 32000-2 table 18): at a file offset, or in an object stream. */
type Entry = readonly [type: 1 | 2, where: number, index: number];

/** Bytes per entry, and the PNG filter that stores differences to the previous row (ISO 32000-2 section 7.4.4.4). */
const rowBytes = 7;
const pngUp = 2;

const bytesOf = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

function streamOf(bytes: Uint8Array, keys: string): Buffer {
  const data = deflateSync(bytes, { level: 9 });
  const head = `<<\n${keys === '' ? '' : `  ${keys}\n`}  /Filter /FlateDecode\n  /Length ${data.length}\n>>\nstream\n`;
  return Buffer.concat([bytesOf(head), data, bytesOf('\nendstream')]);
}

function tableStream(entries: ReadonlyMap<number, Entry>, size: number): Buffer {
  const runs = runsOf(entries.keys());
  let before = Buffer.alloc(rowBytes);
  const rows = runs.flat().map((number) => {
    const [type, where, index] = entries.get(number) ?? [1, 0, 0];
    const row = Buffer.alloc(rowBytes);
    row.writeUInt8(type, 0);
    row.writeUInt32BE(where, 1);
    row.writeUInt16BE(index, 5);
    const difference = row.map((byte, at) => byte - (before[at] ?? 0));
    before = row;
    return Buffer.concat([Buffer.of(pngUp), difference]);
  });
  const index = runs.map((run) => `${run[0]} ${run.length}`).join(' ');
  return streamOf(
    Buffer.concat(rows),
    `/Type /XRef\n  /Size ${size}\n  /W [1 4 2]\n  /Index [${index}]\n  /DecodeParms << /Predictor 12 /Columns ${rowBytes} >>`,
  );
}

function objectStream(objects: readonly (readonly [number: number, contents: string])[]): Buffer {
  let at = 0;
  const heads = objects.map(([number, { length }]) => {
    const head = `${number} ${at}`;
    at += length + 1;
    return head;
  });
  const head = `${heads.join(' ')}\n`;
  const body = objects.map(([, contents]) => `${contents}\n`).join('');
  return streamOf(bytesOf(head + body), `/Type /ObjStm\n  /N ${objects.length}\n  /First ${head.length}`);
}

/** A stream without the best compression; the metadata stay readable for file searches. */
const STREAM =
  /^<<\n {2}\/Length (?<length>\d+)\n(?<keys>(?:(?!\n>>\nstream\n)(?!\/DecodeParms|\/Type \/Metadata)[^])*)\n>>\nstream\n/u;
const flate = '/Filter /FlateDecode';

function squeezed(contents: string): Buffer {
  const found = STREAM.exec(contents);
  const { length, keys = '' } = found?.groups ?? {};
  const others = keys
    .replace(flate, '')
    .replaceAll(/\n\s*\n/gu, '\n')
    .trim();
  if (found === null || others.includes('/Filter')) return bytesOf(contents);
  const from = found[0].length;
  const bytes = bytesOf(contents.slice(from, from + Number(length)));
  const whole = keys.includes(flate) ? inflateSync(bytes) : bytes;
  const smaller = streamOf(whole, others);
  return smaller.length < contents.length ? smaller : bytesOf(contents);
}

/** The objects of a file without updates, in order. */
function objectsOf({ text, newest: { offset, offsets } }: PdfFile): [number: number, contents: string][] {
  const ordered = [...offsets].toSorted(([, a], [, b]) => a - b);
  return ordered.map(([number, from], index) => {
    const head = `${number} 0 obj\n`;
    const whole = text.slice(from, ordered[index + 1]?.[1] ?? offset);
    if (!whole.startsWith(head) || !whole.endsWith(end))
      throw new PdfStructureError(`Object ${number} is not at the position in the table`);
    return [number, whole.slice(head.length, -end.length)];
  });
}

/**
 * The typesetter's file with its small objects (mostly the structure for screen readers) in compressed object streams.
 * It is a hybrid-reference file (ISO 32000-2 section 7.5.8.4): objects that a seal reads or replaces are in the classic
 * table.
 */
export function packed(pdf: Uint8Array): Buffer {
  const file = new PdfFile(pdf);
  const { root, info, ids, size: firstFree } = file.newest.trailer;
  const begin = Math.min(...file.newest.offsets.values());
  const parts = [bytesOf(file.text.slice(0, begin))];
  let at = begin;
  const put = (number: number, contents: Uint8Array): number => {
    const bytes = Buffer.concat([bytesOf(`${number} 0 obj\n`), contents, bytesOf(end)]);
    parts.push(bytes);
    at += bytes.length;
    return at - bytes.length;
  };
  const open = new Map<number, number>();
  const hidden = new Map<number, Entry>();
  const moved: [number: number, contents: string][] = [];
  for (const [number, contents] of objectsOf(file)) {
    if (number === info || STAYS.test(contents)) open.set(number, put(number, squeezed(contents)));
    else moved.push([number, contents]);
  }
  let next = firstFree;
  for (let from = 0; from < moved.length; from += objectsInStream, next += 1) {
    const own = moved.slice(from, from + objectsInStream);
    for (const [index, [number]] of own.entries()) hidden.set(number, [2, next, index]);
    hidden.set(next, [1, put(next, objectStream(own)), 0]);
  }
  const size = next + 1;
  const table = put(next, tableStream(hidden, size));
  const trailer = `trailer\n<<\n  /Size ${size}\n  /Root ${root} 0 R\n  /Info ${info} 0 R\n  /ID [${ids}]\n  /XRefStm ${table}\n>>\n`;
  const tail = `${classicTable(open, '0 1\n0000000000 65535 f \n')}${trailer}startxref\n${at}\n%%EOF`;
  return Buffer.concat([...parts, bytesOf(tail)]);
}
