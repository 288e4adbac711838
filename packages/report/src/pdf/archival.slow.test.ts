// Requirements of PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) that can be checked on the file's objects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileWellFormed } from '../testing/hostile-well-formed.ts';
import { type PdfDictionary, type PdfObjects, pdfObjects, type PdfValue } from '../testing/pdf-objects.ts';
import { before, options as plain } from '../testing/pdf-samples.ts';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { sealedLike } from '../testing/sealed-sample.ts';
import { documentData } from './document.ts';
import { createTypesetter } from './typeset.ts';

const skip = toolMissing('qpdf') || toolMissing('pdftotext');
const { typeset } = createTypesetter();
const options = {
  ...plain,
  previous: {
    ...before,
    answered: [],
    findings: [
      { checkId: 'gone', fingerprint: 'gone', title: 'An issue of an earlier audit', severity: 'low' as const },
    ],
  },
};
const sealed = sealedLike(typeset(sampleReport, options).pdf);
const objects = skip === false ? pdfObjects(sealed) : null;
const read = (): PdfObjects => objects ?? assert.fail();

interface Element {
  role: string;
  dictionary: PdfDictionary;
  children: Element[];
}
const known = new Set(
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form'.split(
    ' ',
  ),
);

/** The structure tree, with custom roles mapped to standard ones (ISO 32000-1 section 14.8.4). */
function structure({ catalog, dictionary, follow }: PdfObjects): Element[] {
  const root = dictionary(catalog['/StructTreeRoot']);
  const roles = dictionary(root['/RoleMap']);
  const roleOf = (name: PdfValue | undefined): string => {
    const role = String(name).slice(1);
    return known.has(role) ? role : String(roles[`/${role}`] ?? `/${role} unmapped`).slice(1);
  };
  const children = (kids: PdfValue | undefined): Element[] => {
    const found = follow(kids);
    return (Array.isArray(found) ? found : [found]).flatMap((kid) => {
      const element = dictionary(kid);
      return element['/S'] === undefined
        ? []
        : [{ role: roleOf(element['/S']), dictionary: element, children: children(element['/K']) }];
    });
  };
  return children(root['/K']);
}
const flat = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [element, ...flat(element.children)]);

const pagesOf = ({ catalog, dictionary, list }: PdfObjects): PdfDictionary[] => {
  const walk = (node: PdfDictionary): PdfDictionary[] =>
    node['/Type'] === '/Pages' ? list(node['/Kids']).flatMap((kid) => walk(dictionary(kid))) : [node];
  return walk(dictionary(catalog['/Pages']));
};

test('the catalogue has language, tags, title and colour profile', { skip }, () => {
  const { catalog, dictionary, list, trailer } = read();
  assert.equal(catalog['/Lang'], 'u:en-GB');
  assert.equal(dictionary(catalog['/MarkInfo'])['/Marked'], true);
  assert.notEqual(dictionary(catalog['/MarkInfo'])['/Suspects'], true);
  assert.equal(dictionary(catalog['/ViewerPreferences'])['/DisplayDocTitle'], true);
  const [intent] = list(catalog['/OutputIntents']).map(dictionary);
  assert.equal(intent?.['/S'], '/GTS_PDFA1');
  assert.ok(dictionary(intent['/DestOutputProfile'])['/N'], 'a colour profile');
  assert.equal(trailer['/Encrypt'], undefined);
  assert.equal(list(trailer['/ID']).length, 2);
});

test('the poppler tools read it without an error', { skip }, () => {
  const commands = [
    ['pdfinfo', '-meta', 'report.pdf'],
    ['pdftotext', 'report.pdf', '-'],
    ['pdfimages', '-list', 'report.pdf'],
    ['pdffonts', 'report.pdf'],
    ['pdfdetach', '-list', 'report.pdf'],
    ['pdftoppm', '-r', '20', 'report.pdf', 'page'],
  ] as const;
  withPdf(sealed, (run) => {
    for (const [tool, ...args] of commands) {
      const { status, output } = run(tool, ...args);
      assert.equal(status, 0, tool);
      assert.doesNotMatch(output, /(?:Syntax|Internal) (?:Error|Warning)/u, tool);
    }
  });
});

test('the report is attached as source, and referenced in both places', { skip }, () => {
  const { catalog, dictionary, list } = read();
  const [file, ...others] = list(catalog['/AF']).map(dictionary);
  assert.deepEqual([file?.['/AFRelationship'], file?.['/UF'], others.length], ['/Source', 'u:report.json', 0]);
  const stream = dictionary(dictionary(file?.['/EF'])['/F']);
  assert.equal(stream['/Subtype'], '/application/json');
  assert.ok(dictionary(stream['/Params'])['/ModDate'], 'a date of the attachment');
  const names = list(dictionary(dictionary(catalog['/Names'])['/EmbeddedFiles'])['/Names']);
  assert.equal(names[0], 'u:report.json');
  assert.equal(names[1], list(catalog['/AF'])[0]);
});

test('the metadata declare PDF/A-3a and PDF/UA-1, with the extension schema that the latter needs', { skip }, () => {
  withPdf(sealed, (run) => {
    const { output } = run('pdfinfo', '-meta', 'report.pdf');
    for (const part of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>A</pdfaid:conformance>',
      '<pdfuaid:part>1</pdfuaid:part>',
      '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
      '<rdf:li xml:lang="x-default">Perimeter security audit of example.org</rdf:li>',
    ]) {
      assert.ok(output.includes(part), part);
    }
  });
});

test('no active content: no script, and no actions except links within and to the web', { skip }, () => {
  const actions = new Set<PdfValue>();
  for (const dictionary of read().dictionaries) {
    for (const key of ['/JS', '/AA', '/OpenAction', '/XFA', '/RichMediaContent', '/Alternates', '/TR', '/HTP']) {
      assert.equal(key in dictionary, false, `${key} in ${JSON.stringify(dictionary)}`);
    }
    if (dictionary['/Type'] === '/Action' || '/URI' in dictionary) actions.add(dictionary['/S'] ?? null);
    if (typeof dictionary['/URI'] === 'string') assert.match(dictionary['/URI'], /^(?:u|b):(?:https:\/\/|6874747073)/u);
    assert.notEqual(dictionary['/Filter'], '/LZWDecode');
  }
  assert.deepEqual([...actions], ['/URI']);
});

test('all fonts are ours, embedded, and can be extracted as text', { skip }, () => {
  const { dictionaries, dictionary } = read();
  const fonts = dictionaries.filter((one) => one['/Type'] === '/Font');
  assert.ok(fonts.length > 4);
  for (const font of fonts) {
    assert.match(String(font['/BaseFont']), /^\/[A-Z]{6}\+Perimeter/u);
    if (font['/Subtype'] === '/Type0') assert.ok(dictionary(font['/ToUnicode'])['/Length'], String(font['/BaseFont']));
    else {
      const descriptor = dictionary(font['/FontDescriptor']);
      assert.ok(descriptor['/FontFile2'] ?? descriptor['/FontFile3'], String(font['/BaseFont']));
    }
  }
});

test('every page is tagged, and every link is printed, described and in tag order', { skip }, () => {
  const { dictionary, list } = read();
  let links = 0;
  for (const page of pagesOf(read())) {
    assert.equal(typeof page['/StructParents'], 'number');
    const annotations = list(page['/Annots']).map(dictionary);
    if (annotations.length > 0) assert.equal(page['/Tabs'], '/S');
    for (const annotation of annotations) {
      assert.equal(Number(annotation['/F']) & 0b100, 0b100, 'printed');
      assert.equal(Number(annotation['/F']) & 0b11, 0, 'not hidden');
      // The signature has no appearance and is outside the page, so it needs no tag (ISO 14289-1 section 7.18.1).
      if (annotation['/Subtype'] === '/Widget') continue;
      assert.equal(annotation['/Subtype'], '/Link');
      assert.equal(typeof annotation['/StructParent'], 'number');
      assert.ok(String(annotation['/Contents'] ?? '').length > 2, JSON.stringify(annotation));
      links += 1;
    }
  }
  assert.ok(links > 20);
});

test('headings skip no level, figures have alternative text, tables have heads', { skip }, () => {
  const elements = flat(structure(read()));
  assert.deepEqual(
    [...new Set(elements.map(({ role }) => role))].filter((role) => !known.has(role)),
    [],
  );
  const levels = elements.flatMap(({ role }) => (/^H[1-6]$/u.test(role) ? [Number(role.slice(1))] : []));
  assert.equal(levels[0], 1);
  levels.reduce((before, level) => {
    assert.ok(level <= before + 1, `H${level} after H${before}`);
    return level;
  });
  const figures = elements.filter(({ role }) => role === 'Figure');
  assert.ok(figures.length >= 9);
  for (const { dictionary } of figures) assert.match(String(dictionary['/Alt']), /^u:.{8}/u);
  const tables = elements.filter(({ role }) => role === 'Table');
  assert.ok(tables.length >= 12);
  for (const table of tables) {
    const rows = flat(table.children).filter(({ role }) => role === 'TR');
    const widths = rows.map(({ children }) => children.filter(({ role }) => role === 'TH' || role === 'TD').length);
    assert.equal(new Set(widths).size, 1, `rows of ${widths.join(', ')} cells`);
    assert.ok(rows[0]?.children.every(({ role }) => role === 'TH'));
  }
});

test('bookmarks lead to every chapter and every issue', { skip }, () => {
  const { catalog, dictionary } = read();
  const titles = (parent: PdfDictionary): string[] => {
    const found: string[] = [];
    for (let item = dictionary(parent['/First']); item['/Title'] !== undefined; item = dictionary(item['/Next'])) {
      found.push(String(item['/Title']).slice(2), ...titles(item));
    }
    return found;
  };
  const all = titles(dictionary(catalog['/Outlines']));
  for (const title of [
    'Executive summary',
    'Change since the last audit',
    'Annex D: what was observed',
    'Annex E: not tested',
    'TLS 1.0 or TLS 1.1 is accepted',
  ]) {
    assert.ok(all.includes(title), title);
  }
});

/** Every text in a value. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* textsOf(item);
}
/** Not printed: link targets, kinds of runs, and text that is printed abbreviated or changed. */
const unprinted = new Set(
  'paper fallbackFonts qr kind url grade severity reference domain shortDomain finishedAt startedAt vector sha256 language about more name role outcome marking mode validity tone alt'.split(
    ' ',
  ),
);
const isUnassessed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'assessed' in value && value.assessed === false;
const printedParts = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (unprinted.has(key) || isUnassessed(member) ? undefined : member)),
  );
const squeezed = (text: string): string => text.replaceAll(/[\s\u200b]/gu, '');
const kinds = new Set(['plain', 'escape', 'name', 'text', 'code', 'strong', 'link']);

const inside = '-x 0 -y 60 -W 600 -H 718'.split(' ');

for (const [name, report] of [
  ['a report', sampleReport],
  ['a report full of hostile text', hostileWellFormed()],
] as const) {
  test(`the text extracted from ${name} is its complete content`, { skip }, () => {
    const { data } = documentData(report, options);
    withPdf(typeset(report, options).pdf, (run) => {
      const cover = run('pdftotext', '-raw', '-l', '1', 'report.pdf', '-').output;
      const body = run('pdftotext', '-raw', '-f', '2', ...inside, 'report.pdf', '-').output;
      const taken = squeezed(cover + body).normalize('NFC');
      const missing = [...textsOf(printedParts(data))].filter(
        (text) => !kinds.has(text) && !taken.includes(squeezed(text).normalize('NFC')),
      );
      assert.deepEqual(missing, []);
    });
  });
}
