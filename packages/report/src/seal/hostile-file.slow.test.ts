import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { container, failed, from, refused, text, to } from '../testing/sealed-container.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { base, sealed, trust, options } from '../testing/sealed-sample.ts';
import { PdfFile } from './pdf-file.ts';
import { sealPdf } from './seal-pdf.ts';
import { verifySealedPdf } from './verify-pdf.ts';

// Each test attacks a sealed file without its key; none may verify as intact.

test('the file itself is intact, so that each refusal below is due to the attack', () => {
  assert.ok(verifySealedPdf(sealed, trust).intact);
});

const file = new PdfFile(sealed);
const { root: catalogNumber, info, firstId, size } = file.newest.trailer;
const catalog = file.contents(catalogNumber);

/** An incremental update as an editor appends it: objects, cross-reference table, trailer. */
function updated(pdf: Buffer, objects: Readonly<Record<number, string>>, trailerRoot = catalogNumber): Buffer {
  const previous = new PdfFile(pdf).newest.offset;
  let body = '';
  let table = 'xref\n';
  for (const [number, contents] of Object.entries(objects)) {
    const offset = pdf.length + body.length;
    table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    body += `${number} 0 obj\n${contents}\nendobj\n`;
  }
  const trailer = `trailer\n<<\n  /Size ${size + 50}\n  /Root ${trailerRoot} 0 R\n  /Info ${info} 0 R\n  /ID [${firstId} <AA>]\n  /Prev ${previous}\n>>\nstartxref\n${pdf.length + body.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(body + table + trailer, 'latin1')]);
}

const firstPage = Number(
  /\/Kids \[\s*(\d+) 0 R/.exec(file.contents(Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1])))?.[1],
);

test('an incremental update after the seal: annotation, replaced page, replaced catalogue, or empty', () => {
  const page = file.contents(firstPage);
  const annotated = page.replace('/Annots [', '/Annots [900 0 R ');
  assert.notEqual(annotated, page);
  const overlay = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 600 800] /Contents (Grade A+) /F 4 >>';
  refused(updated(sealed, { [firstPage]: annotated, 900: overlay }), 'an annotation over the page');
  refused(
    updated(sealed, {
      [firstPage]: page.replace(/\/Contents \d+ 0 R/, '/Contents 901 0 R'),
      901: '<< /Length 0 >>\nstream\n\nendstream',
    }),
  );
  refused(updated(sealed, { [catalogNumber]: catalog }), 'the same catalogue again');
  refused(updated(sealed, { 902: catalog }, 902), 'a catalogue of another number');
  refused(updated(sealed, {}), 'an empty update');
});

test(
  'the updates are accepted by readers: pdfsig calls the signature valid, but not for the whole document',
  { skip: toolMissing('pdfsig') },
  () => {
    const overlay = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 600 800] /Contents (Grade A+) /F 4 >>';
    const page = file.contents(firstPage).replace('/Annots [', '/Annots [900 0 R ');
    withPdf(updated(sealed, { [firstPage]: page, 900: overlay }), (run) => {
      const { output } = run('pdfsig', '-nocert', 'report.pdf');
      assert.match(output, /Signature is Valid/);
      assert.doesNotMatch(output, /Total document signed/);
    });
  },
);

test('shadow attacks: content hidden before signing is shown, hidden or replaced afterwards', () => {
  // Hide: an object of the signed part is freed; replace: a font or form is exchanged; hide-and-replace: the whole tree.
  const pages = Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1]);
  const freed = updated(sealed, {})
    .toString('latin1')
    .replace(/xref\n(?=trailer\n<<\n {2}\/Size)/g, () => `xref\n${firstPage} 1\n0000000000 00001 f \n`);
  refused(Buffer.from(freed, 'latin1'));
  refused(
    updated(sealed, {
      [pages]: `<< /Type /Pages /Kids [950 0 R] /Count 1 >>`,
      950: '<< /Type /Page /MediaBox [0 0 9 9] >>',
    }),
  );
  refused(
    updated(
      sealed,
      { 960: catalog.replace(/\/Pages \d+ 0 R/, '/Pages 961 0 R'), 961: '<< /Type /Pages /Kids [] /Count 0 >>' },
      960,
    ),
  );
});

test('an update in place of the seal: the last revision is foreign, and the length unchanged', () => {
  const other = updated(base, { [catalogNumber]: new PdfFile(base).contents(catalogNumber) });
  refused(other, 'without any signature');
  refused(Buffer.concat([base, sealed.subarray(base.length, sealed.length - 1)]), 'cut off by one octet');
});

test('bytes before and after the file', () => {
  for (const extra of ['\n', ' ', '\0', '%', 'GIF89a', '%PDF-1.7\n']) {
    refused(Buffer.concat([Buffer.from(extra), sealed]), `before: ${JSON.stringify(extra)}`);
    refused(Buffer.concat([sealed, Buffer.from(extra)]), `behind: ${JSON.stringify(extra)}`);
  }
  refused(Buffer.concat([sealed, sealed]), 'twice');
  const wrapped = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n'), sealed]);
  refused(wrapped, 'inside of another');
});

const altered = (change: (latin1: string) => string): Buffer => {
  const changed = change(text);
  assert.notEqual(changed, text, 'the attack changes the file');
  return Buffer.from(changed, 'latin1');
};

test('manipulated /ByteRange: every change of it, or a second one', () => {
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/;
  const found = range.exec(text) ?? assert.fail();
  const [a, b, c] = found.slice(1).map(Number);
  const padded = (next: string): string => `${next.padEnd(found[0].length - 1)}\n`;
  for (const numbers of [
    [0, a, b, 0],
    [0, base.length, b, c],
    [0, Number(a) - 2, b, c],
    [0, a, Number(b) + 2, Number(c) - 2],
    [Number(a), 0, b, c],
    [0, Number(b) + Number(c), 0, 0],
    [0, a, b, Number(c) + 4_294_967_296],
  ])
    refused(
      altered((all) => all.replace(range, padded(`/ByteRange [${numbers.join(' ')}]`))),
      numbers.join(' '),
    );
  refused(
    altered((all) => all.replace(range, padded(`/ByteRange [0 ${a} ${b} ${c} ]`))),
    'another spelling',
  );
  refused(altered((all) => all.replace(range, padded('/ByteRange null'))));
  refused(
    altered((all) => all.replace('/Reason', () => `/ByteRange [0 0 0 0] /Reason`)),
    'a second one',
  );
});

test('the syntax of /Contents: case, white space, a string, its length', () => {
  const hex = text.slice(from + 1, to - 1);
  const put = (contents: string): Buffer => Buffer.from(text.slice(0, from) + contents + text.slice(to), 'latin1');
  refused(put(`<${hex.toUpperCase()}>`), 'upper case');
  const letter = hex.search(/[a-f]/);
  refused(
    put(`<${hex.slice(0, letter)}${hex.charAt(letter).toUpperCase()}${hex.slice(letter + 1)}>`),
    'one upper case digit',
  );
  refused(put(`<${hex} >`), 'white space');
  refused(put(`<${hex}00>`), 'padding');
  refused(put(`<${hex.slice(0, -1)}>`), 'the last digit left out');
  refused(put(`<${hex.slice(0, -2)} \n>`), 'white space in place of digits');
  refused(put(`(${container.toString('latin1')})`), 'a literal string');
});

test('a moved seal: a second signature field, the first one pointing elsewhere, /Perms removed', () => {
  const signature = /\/Perms << \/DocMDP (\d+) 0 R >>/.exec(catalog)?.[1];
  const dictionary = file.contents(Number(signature));
  refused(
    updated(sealed, { 970: dictionary, [catalogNumber]: catalog.replace(/DocMDP \d+/, 'DocMDP 970') }),
    'wrapped',
  );
  refused(updated(sealed, { [catalogNumber]: catalog.replace(/\/Perms << [^>]* >>/, '') }));
  refused(updated(sealed, { 971: dictionary.replace('/P 1 ', '/P 3 ') }), 'a second signature that allows more');
  refused(altered((all) => all.replace('/P 1 /V', '/P 2 /V')));
  // The whole original seal as unused data, with another catalogue, table and trailer around it.
  const own = Buffer.from(text.replace(/startxref\n\d+\n%%EOF\n$/, ''), 'latin1');
  refused(
    Buffer.concat([
      own,
      Buffer.from(
        `xref\n0 1\n0000000000 65535 f \ntrailer\n<<\n/Size 1 /Root ${catalogNumber} 0 R /Info ${info} 0 R /ID [${firstId} <AA>]\n>>\nstartxref\n${own.length}\n%%EOF\n`,
      ),
    ]),
  );
});

test('manipulated cross-reference tables: cycles, streams, hybrids, wrong offsets, two tables', () => {
  const last = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  refused(
    altered((all) =>
      all.replace(/startxref\n\d+\n%%EOF\n$/, `startxref\n${'1'.padStart(String(last).length, '0')}\n%%EOF\n`),
    ),
  );
  refused(
    altered((all) => all.replace(/\/Prev \d+/g, (found) => `/Prev ${String(last).padStart(found.length - 6, '0')}`)),
    'a circle',
  );
  refused(
    altered((all) =>
      all.replace(/(\/Prev \d+)\n>>\nstartxref\n\d+\n%%EOF\n$/, (found) => found.replace('/Prev', '/XRefStm 9 /Prev')),
    ),
    'a hybrid',
  );
  const stream = `7 0 obj\n<< /Type /XRef /Size 8 /W [1 2 1] /Root ${catalogNumber} 0 R >>\nstream\n\nendstream\nendobj\n`;
  refused(
    Buffer.concat([sealed, Buffer.from(`${stream}startxref\n${sealed.length}\n%%EOF\n`)]),
    'a stream of cross-references',
  );
  const table = text.slice(last);
  const moved = table.replace(
    /(\d{10}) 00000 n/,
    (_, digits: string) => `${String(Number(digits) + 1).padStart(10, '0')} 00000 n`,
  );
  refused(Buffer.from(text.slice(0, last) + moved, 'latin1'), 'an entry beside its object');
  refused(Buffer.concat([sealed, Buffer.from(table)]), 'the table twice');
});

test('duplicate objects, and objects hidden in an object stream', () => {
  refused(updated(sealed, { [info]: '<< /Title (Grade A+) >>' }));
  const packed = deflateSync(Buffer.from(`${catalogNumber} 0 << /Type /Catalog >>`));
  refused(
    updated(sealed, {
      980: `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
    }),
  );
  const metadata = Number(/\/Metadata (\d+) 0 R/.exec(catalog)?.[1]);
  const other = file
    .stream(metadata)
    .bytes.toString('latin1')
    .replace(/contentSha256>[0-9a-f]{64}</, `contentSha256>${'0'.repeat(64)}<`);
  refused(updated(sealed, { [metadata]: `<< /Length ${other.length} >>\nstream\n${other}\nendstream` }));
});

test('another attachment: after the seal, or in place of the first', () => {
  const better = Buffer.from(JSON.stringify({ ...sampleReport, domain: 'forged.example' }));
  const specification = Number(/\/AF \[(\d+) 0 R\]/.exec(catalog)?.[1]);
  const embedded = Number(/\/EF <<\s*\/F (\d+) 0 R/.exec(file.contents(specification))?.[1]);
  const stream = `<< /Type /EmbeddedFile /Length ${better.length} >>\nstream\n${better.toString('latin1')}\nendstream`;
  refused(updated(sealed, { [embedded]: stream }), 'the attached file');
  refused(
    updated(sealed, {
      [specification]: file.contents(specification).replace(/\/F \d+ 0 R/, '/F 990 0 R'),
      990: stream,
    }),
  );
  refused(
    updated(sealed, {
      [catalogNumber]: catalog.replace(/\/AF \[\d+ 0 R\]/, '/AF [991 0 R]'),
      991: '<< /Type /Filespec /EF << /F 990 0 R >> >>',
      990: stream,
    }),
  );
  // Sealed with the attacker's own key: the pages show one hash, the attachment has another.
  const lying = sealPdf(base, { ...options, facts: { ...options.facts, contentSha256: '0'.repeat(64) } });
  assert.deepEqual(failed(lying), ['content']);
});
