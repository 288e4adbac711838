import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, dayRuns, fc } from '../testing/random.ts';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { readDocument } from './document/document.ts';
import { inOneGo } from './markup.ts';
import { pageOf, readPage } from './page.ts';

const password = '<input type=password>';

const counted: [name: string, html: string, passwords: number][] = [
  ['a form', `<form>${password}</form>`, 1],
  ['capitals, spaces and quotes', `<INPUT name=p\n TYPE = "PassWord" >`, 1],
  ['the first of two types', '<input type=text type=password>', 0],
  ['a longer word', '<input type=passwords>', 0],
  ['the word as a value', '<input type=text value="type=password">', 0],
  ['a comment', `<!-- ${password} -->`, 0],
  ['a comment that ends early', `<!-->${password}`, 1],
  ['a script', `<script>"${password}"</script>`, 0],
  ['a script with an escaped comment', `<script><!--<script>${password}</script>${password}--></script>`, 0],
  ['a style, a title, a text area', `<style>${password}</style><title>${password}</title><textarea>${password}`, 0],
  ['noscript and iframe', `<noscript>${password}</noscript><iframe>${password}</iframe>`, 0],
  ['plaintext', `<plaintext>${password}</plaintext>${password}`, 0],
  ['a template', `<template><div>${password}</template>`, 0],
  ['templates in templates', `<template><template>${password}</template>${password}</template>${password}`, 1],
  ['a template closed that was never opened', `</template>${password}`, 1],
  ['an svg drawing', `<svg><g>${password}</g></svg>${password}`, 1],
  ['HTML inside a drawing', `<svg><foreignObject>${password}</foreignObject></svg>`, 1],
  ['a drawing that a paragraph ends', `<svg><p>${password}`, 1],
  ['the title of a drawing', `<svg><title>${password}</title>`, 1],
  ['a drawing that a font ends', `<svg><font color=red>${password}`, 1],
  ['a font of a drawing', `<svg><font id=a>${password}</font></svg>`, 0],
  ['a drawing that the end of what holds it ends', `<div><svg><g></div>${password}`, 1],
  ['a drawing in a link that ends first', `<a href=/><svg><path></a>${password}`, 1],
  ['ends of elements that are not open', `<svg></div></b></span>${password}</svg>`, 0],
  ['ends of elements of a drawing', `<a href=/><svg><a></a>${password}</svg></a>`, 0],
  ['a closed drawing', `<svg/>${password}`, 1],
  ['a script of a drawing, which is markup', `<svg><script></svg>${password}`, 1],
  ['CDATA of a drawing', `<svg><![CDATA[<p>${password}]]></svg>`, 0],
  ['CDATA where there is none', `<![CDATA[>${password}]]>`, 1],
  ['an attribute that never ends', `<input type=password value="${'x'.repeat(100)}`, 0],
  ['an entity in the type', '<input type=p&#97;ssword>', 1],
];

for (const [name, html, passwords] of counted) {
  test(`${name}: ${passwords} password field${passwords === 1 ? '' : 's'}`, () => {
    assert.equal(pageOf(html).passwordFields, passwords);
  });
}

test('hidden fields are counted, and of their values only the length is kept', () => {
  const { hiddenFields } = pageOf(
    '<input type=hidden value="0123456789"><input type=HIDDEN><input value=longer-than-it>',
  );
  assert.deepEqual(hiddenFields, { count: 2, longestValue: 10 });
});

test('a meta element with a header and a name counts as both', () => {
  const kinds = pageOf('<meta http-equiv=x name=referrer content=origin>').metas.map(({ kind, key }) => [kind, key]);
  assert.deepEqual(kinds, [
    ['http-equiv', 'x'],
    ['name', 'referrer'],
  ]);
});

test('the last referrer policy is kept behind many other meta elements', () => {
  const { metas } = pageOf(`${'<meta name=a content=b>'.repeat(150)}<meta name=referrer content=origin>`);
  assert.deepEqual([metas.length, metas.at(-1)?.key], [101, 'referrer']);
});

test('meta elements have a kind, and whether they are in the head', () => {
  const { metas } = pageOf(
    '<!doctype html><title>x</title><meta name=Referrer content=origin><meta http-equiv=Refresh content="0; url=/">' +
      '<meta charset=utf-8><p><meta name=referrer content=unsafe-url>',
  );
  assert.deepEqual(metas, [
    { key: 'referrer', kind: 'name', content: 'origin', inHead: true, span: [31, 66] },
    { key: 'refresh', kind: 'http-equiv', content: '0; url=/', inHead: true, span: [66, 110] },
    { key: 'referrer', kind: 'name', content: 'unsafe-url', inHead: false, span: [133, 172] },
  ]);
});

const heads: [name: string, before: string, inHead: boolean][] = [
  ['a style with text', '<style>p{}</style>', true],
  ['a template with a paragraph', '<template><p>x</p></template>', true],
  ['white space', ' \n\t', true],
  ['text', 'x', false],
  ['the end of the head, after which browsers put it back,', '</head>', true],
  ['noscript after the head, which begins the body,', '</head><noscript>x</noscript>', false],
  ['the end of a body', '</body>', false],
  ['a template within a template', '<template><template></template><p></template>', true],
  ['a drawing', '<svg></svg>', false],
];

for (const [name, before, inHead] of heads) {
  test(`${name} ${inHead ? 'leaves the head open' : 'ends the head'}`, () => {
    assert.equal(pageOf(`${before}<meta name=a content=b>`).metas[0]?.inHead, inHead);
  });
}

const stated = [
  '<meta http-equiv=content-security-policy content=a>',
  '<meta name=generator content=" Maker  1 ">',
  '<meta http-equiv=refresh name=referrer content=origin>',
  '<meta name=Referrer content=unsafe-url>',
  '<title> a\n b </title>',
  '<base href=/x>',
  '<iframe srcdoc="<title>c</title><meta name=generator content=other>">',
  `<iframe srcdoc='${password}<meta name=referrer content=no-referrer>'></iframe>`,
  '<html xmlns="http://www.w3.org/1999/xhtml">',
  '<head>',
  '</head>',
  '<body>',
  '<svg>',
  '</svg>',
  '<br>',
  '<template shadowrootmode=open>',
];

const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test('the light collector sees alone what it sees within the full one, and both agree on what a page states', () => {
  const options = { url: 'https://site.lab/', sha256: String };
  const one = fc.oneof(fc.constantFrom(...pieces), { arbitrary: fc.constantFrom(...stated), weight: 2 });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 14 }), fc.constantFrom('html', 'xml', 'replaced'), (parts, form) => {
      const html = `${parts.join('')}${stated[0] ?? ''}`;
      const page = pageOf(html, form);
      const { facts, page: within } = inOneGo(readDocument(html, { ...options, form }));
      assert.deepEqual(within, page, html);
      const said = (kind: string, key: string): readonly (typeof page.metas)[number][] =>
        page.metas.filter((meta) => meta.kind === kind && meta.key === key);
      const { title, generator, metaReferrer, metaPolicies } = facts;
      // Each cuts it elsewhere: 200 characters, and 256 without what white space is too much.
      const [ofPage, ofDocument] = [page.title, title].map((text) => spaceless(text ?? '').slice(0, 100));
      assert.equal(ofDocument, ofPage, html);
      assert.equal(generator, said('name', 'generator').map(({ content }) => spaceless(content))[0] ?? null, html);
      assert.equal(metaReferrer, said('name', 'referrer').at(-1)?.content ?? null, html);
      const places = said('http-equiv', 'content-security-policy').map(({ content, inHead }) => [content, inHead]);
      assert.deepEqual(
        metaPolicies.map(({ text, placedBefore }) => [text, placedBefore !== 'body']),
        places,
        html,
      );
    }),
    { numRuns: dayRuns(300) },
  );
});

const charsets: [name: string, html: string, charset: string | null][] = [
  ['a meta charset', '<meta charset="utf-8">', 'utf-8'],
  ['a content type', '<meta http-equiv=Content-Type content="text/html; charset = koi8-r">', 'koi8-r'],
  ['the first of two', '<meta charset=utf-8><meta charset=koi8-r>', 'utf-8'],
  ['one that browsers do not know before another', '<meta charset=foo><meta charset=x-user-defined>', 'x-user-defined'],
  ['one in a comment', '<!-- <meta charset=utf-8> -->', null],
  ['one in a script', '<script>"<meta charset=utf-8>"</script>', null],
  ['one far down', `${' '.repeat(1_024)}<meta charset=utf-8>`, null],
  ['none', '<meta name=charset content=utf-8>', null],
];

for (const [name, html, charset] of charsets) {
  test(`the encoding of a page with ${name} is ${charset ?? 'not named'}`, () => {
    assert.equal(pageOf(html).metaCharset, charset);
  });
}

type Node = DefaultTreeAdapterTypes.Node;

/** Password fields in the tree that parse5 builds; the content of a template hangs beside the tree. */
const inTree = (node: Node): number =>
  ('tagName' in node &&
  node.tagName === 'input' &&
  node.namespaceURI === 'http://www.w3.org/1999/xhtml' &&
  node.attrs.some(({ name, value }) => name === 'type' && value.toLowerCase() === 'password')
    ? 1
    : 0) + ('childNodes' in node ? node.childNodes.reduce((sum, child) => sum + inTree(child), 0) : 0);

const pieces = [
  password,
  '<p>',
  '</p>',
  '<div>',
  '</div>',
  '<b>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '</noscript>',
  '<template>',
  '</template>',
  '<table>',
  '<tr>',
  '</table>',
  '<form>',
  '</form>',
  '<iframe>',
  '</iframe>',
  'text',
  ' ',
  '"',
  '>',
  '<a x="',
];

test('on pages of HTML the count is that of the tree that a browser would build', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
      const html = parts.join('');
      assert.equal(pageOf(html).passwordFields, inTree(parse(html)), html);
    }),
    { numRuns: dayRuns(200) },
  );
});

const hostilePieces = [
  '<svg>',
  '</svg>',
  '<math>',
  '<mi>',
  '<foreignObject>',
  '<desc>',
  '<select>',
  '\0',
  '&',
  '<',
  '</',
  '<![CDATA[',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...hostilePieces), fc.string({ unit: anyCharacter, maxLength: 5 })))
  .map((parts) => parts.join(''));

test('whatever the text, it is read, and the same from slices as in one piece', () => {
  fc.assert(
    fc.property(hostile, (html) => {
      const { passwordFields, hiddenFields } = pageOf(html);
      assert.ok(passwordFields >= 0 && hiddenFields.count === 0);
      const padded = pageOf(`${'<i>'.repeat(6_000)}${html}`);
      assert.ok(padded.passwordFields >= 0);
    }),
    { numRuns: 100 },
  );
});

test('a page is read in slices, so that other work can be done between two of them', () => {
  assert.equal([...readPage('<p>x</p>'.repeat(16_384))].length, 8);
});

const repeated = [
  '<',
  '<a ',
  '<a b=c ',
  '<a b',
  '&',
  '&#',
  '<!--',
  '<svg>',
  '<svg><desc>',
  '<template>',
  '<b><p>',
  '"',
  '<script><!--',
  '</',
  ']]>',
];

const manyNames = `<a ${Array.from({ length: 30_000 }, (_, index) => `a${index}`).join(' ')}>`;

test('a quarter of a megabyte of one repeated piece is read in its stride', () => {
  // A reader whose time grows with the square of the length would need minutes, and the runner's limit would end it.
  for (const html of [manyNames, ...repeated.map((piece) => piece.repeat(Math.ceil(262_144 / piece.length)))])
    pageOf(html);
});
