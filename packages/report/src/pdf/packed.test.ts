import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { classicTable, PdfFile, PdfStructureError } from '../seal/pdf-file.ts';
import { packed } from './packed.ts';

/** A file in the typesetter's format, with objects numbered from 1. */
function classic(objects: readonly string[]): Buffer {
  let text = '%PDF-1.7\n\n';
  const offsets = new Map<number, number>();
  for (const [index, contents] of objects.entries()) {
    offsets.set(index + 1, text.length);
    text += `${index + 1} 0 obj\n${contents}\nendobj\n\n`;
  }
  const trailer = `trailer\n<<\n  /Size ${objects.length + 1}\n  /Root 1 0 R\n  /Info 2 0 R\n  /ID [(a) (b)]\n>>\n`;
  return Buffer.from(`${text}${classicTable(offsets)}${trailer}startxref\n${text.length}\n%%EOF`, 'latin1');
}

const open = [
  '<<\n  /Type /Catalog\n  /Pages 3 0 R\n>>',
  '<<\n  /Title (x)\n>>',
  '<<\n  /Type /Pages\n  /Kids [4 0 R]\n>>',
  '<<\n  /Type /Page\n>>',
  '<<\n  /Length 20\n>>\nstream\n\nendobj\n\n7 0 obj\nx \nendstream',
];
const element = (index: number): string => `<<\n  /Type /StructElem\n  /Alt (a picture \xe9 of ${index} 0 R)\n>>`;
const elements = Array.from({ length: 1_201 }, (_, index) => element(index));

test('small objects are in compressed streams, and found through the cross-references', () => {
  const plain = classic([...open, ...elements]);
  const pdf = packed(plain);
  assert.ok(pdf.length < plain.length / 8, `${pdf.length} of ${plain.length} octets`);
  const file = new PdfFile(pdf);
  assert.deepEqual([...file.newest.offsets.keys()], [1, 2, 3, 4, 5]);
  for (const [index, contents] of open.slice(0, 4).entries()) assert.equal(file.contents(index + 1), contents);

  const streamAt = (offset: number): { head: string; bytes: Buffer } => {
    const [, head = '', length] = /obj\n(<<[^]*?\/Length (\d+)\n>>\nstream\n)/u.exec(file.text.slice(offset)) ?? [];
    const from = file.text.indexOf('\nstream\n', offset) + '\nstream\n'.length;
    return { head, bytes: inflateSync(pdf.subarray(from, from + Number(length))) };
  };
  const table = streamAt(Number(/\/XRefStm (\d+)/u.exec(file.text)?.[1]));
  const index = /\/Index \[([^\]]*)\]/u.exec(table.head)?.[1]?.split(' ').map(Number) ?? [];
  const first = index[0] ?? 0;
  assert.deepEqual([index.length, first, index[1]], [2, 6, elements.length + 3]);
  const rows = [Buffer.alloc(7)];
  for (let at = 0; at < table.bytes.length; at += 8) {
    assert.equal(table.bytes[at], 2);
    const before = rows.at(-1) ?? assert.fail();
    rows.push(Buffer.from(table.bytes.subarray(at + 1, at + 8).map((byte, column) => byte + (before[column] ?? 0))));
  }
  const row = (number: number): [type: number, where: number, index: number] => {
    const bytes = rows[number - first + 1] ?? assert.fail();
    return [bytes.readUInt8(0), bytes.readUInt32BE(1), bytes.readUInt16BE(5)];
  };
  for (const [at, contents] of elements.entries()) {
    const [type, stream, place] = row(at + first);
    const { head, bytes } = streamAt(row(stream)[1]);
    const text = bytes.toString('latin1');
    const numbers = text.split('\n', 1)[0]?.split(' ').map(Number) ?? [];
    assert.deepEqual([type, numbers[place * 2]], [2, at + first]);
    const from = Number(/\/First (\d+)/u.exec(head)?.[1]) + (numbers[place * 2 + 1] ?? 0);
    assert.equal(text.slice(from, from + contents.length + 1), `${contents}\n`);
    if (at > 520) break;
  }
});

test('an uncompressed stream is compressed, and the metadata stay readable', () => {
  const map = `<<\n  /Length 600\n  /Type /CMap\n>>\nstream\n${'%%EOF\n'.repeat(100)}\nendstream`;
  const metadata = '<<\n  /Length 3\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\nxmp\nendstream';
  const file = new PdfFile(packed(classic([...open.slice(0, 4), map, metadata])));
  const { dictionary, bytes } = file.stream(5);
  assert.match(dictionary, /\/Type \/CMap\n {2}\/Filter \/FlateDecode/u);
  assert.equal(inflateSync(bytes).toString('latin1'), '%%EOF\n'.repeat(100));
  assert.equal(file.stream(6).bytes.toString('latin1'), 'xmp');
});

test('a file with a wrong cross-reference table is refused', () => {
  const pdf = classic(open).toString('latin1').replace('3 0 obj', '8 0 obj');
  assert.throws(() => packed(Buffer.from(pdf, 'latin1')), PdfStructureError);
});
