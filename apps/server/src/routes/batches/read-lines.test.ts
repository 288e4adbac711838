import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostLines, readLines } from './read-lines.ts';

const read = (text: string) => readLines(text).lines.map(({ line, domain, input }) => [line, domain ?? `not ${input}`]);

test('the column under the right heading is read, and a company name that looks like a domain is not', () => {
  const text = [
    'sep=;',
    'Firma;Domäne;Kontakt',
    '"Amazon.com, Inc.";amazon.de;max@kunde.de',
    'Booking.com;booking.nl;',
    'Müller, Inc;MÜLLER.de.;',
    'Said;"said ""so""";said.de',
    'Address;192.0.2.1;',
    'Suffix;co.uk;suffix.de',
    'Pasted;https://www.pasted.de/path;',
    'Nothing.com;;nothing.de',
    '"short.de","a note"',
    ';;',
  ].join('\r\n');
  assert.deepEqual(read(`\uFEFF${text}`), [
    [3, 'amazon.de'],
    [4, 'booking.nl'],
    [5, 'xn--mller-kva.de'],
    [6, 'not said "so"'],
    [7, 'not 192.0.2.1'],
    [8, 'not co.uk'],
    [9, 'www.pasted.de'],
    [10, 'not Nothing.com'],
    [11, 'short.de'],
  ]);
  const reasons = readLines(text).lines.map(({ reason }) => reason);
  assert.match(reasons[4] ?? '', /address/iu);
  assert.equal(reasons[7], 'Nothing stands in the column of domains');
});

test('without a heading, the first domain of a line is used, and quoted cells stay whole', () => {
  assert.deepEqual(read('"Example.com, Inc.",example-one.de\n,"",two.de\n"half, three.de\n# four.de\n"#",five.de'), [
    [1, 'example-one.de'],
    [2, 'two.de'],
    [3, 'three.de'],
  ]);
  assert.deepEqual(read('Name,Note\nfirst,one.de'), [[2, 'one.de']], 'a heading that names no column of domains');
  assert.deepEqual(read('name\none.de'), [[2, 'one.de']]);
  assert.deepEqual(read('Müller,müller。de'), [[1, 'xn--mller-kva.de']]);
});

test('a heading and empty lines do not count as lines', () => {
  const domains = Array.from({ length: mostLines }, (_, at) => `d${at}.de`);
  const { lines, leftOut } = readLines(`domain\r\n\r\n${domains.join('\r\n')}\r\n\r\n`);
  assert.deepEqual([lines.length, leftOut, lines.at(-1)?.domain], [mostLines, 0, `d${mostLines - 1}.de`]);
  assert.equal(readLines([...domains, 'over.de', '# comment', ''].join('\n')).leftOut, 1);
});

test('a file is read as Excel writes it: title, German headings, line breaks in cells, and empty columns at the end', () => {
  const text = [
    'Kundenliste 2026;;;;',
    ';;;;',
    'Firma;Bemerkung;Domänenname (FQDN);;',
    '"Müller ""Süd"" GmbH";"alt: alt.de\nneu: neu.de";müller-süd.de;;',
    'Zwei;;"zwei.de\ndrei.de";;',
    'Booking.com;"siehe; vier.de";fünf.de;;',
    'Leer;;;;',
    '',
  ].join('\r\n');
  assert.deepEqual(read(text), [
    [4, 'xn--mller-sd-65ag.de'],
    [6, 'zwei.de'],
    [6, 'drei.de'],
    [8, 'xn--fnf-hoa.de'],
    [9, 'not Leer'],
  ]);
  assert.equal(readLines(text).leftOut, 0);
});

test('a quotation mark without a closing one is read literally, however long the list', () => {
  assert.deepEqual(read('"one.de\ntwo.de\n"three.de" x'), [
    [1, 'one.de'],
    [2, 'two.de'],
    [3, 'not three.de" x'],
  ]);
  const many = Array.from({ length: 5_000 }, (_, n) => `"d${n}.de`).join('\n');
  const { lines, leftOut } = readLines(many);
  assert.deepEqual([lines.length, lines[999]?.domain, leftOut], [mostLines, 'd999.de', 4_000]);
  assert.deepEqual(read('Title\nfirst.de\ndomain;x\nsecond.de;x'), [
    [1, 'not Title'],
    [2, 'first.de'],
    [3, 'not domain'],
    [4, 'second.de'],
  ]);
});
