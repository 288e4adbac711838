import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMediaType } from '../http/headers/media-type.ts';
import { documentOf } from './document/document.ts';
import { textFormOf } from './text-form.ts';

const script = '<script src="/x.js"></script>';

/** The resources that a document of a type loads. */
function loads(type: string, text: string, byteOrderMark = false): string[] {
  const form = textFormOf(text, parseMediaType(type), byteOrderMark);
  return documentOf(text, { url: 'https://site.lab/', sha256: () => '', form }).resources.map(
    ({ kind, url }) => `${kind} ${new URL(url).pathname}`,
  );
}

const x = ['script /x.js'];
const root = (content: string, more = ''): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"${more}>${content}</html>`;
const xhtml = 'application/xhtml+xml';
const svg = 'xmlns:s="http://www.w3.org/2000/svg"';

type Row = readonly [what: string, type: string, text: string, expected: readonly string[], mark?: boolean];

const rows: readonly Row[] = [
  // Encodings of which browsers show one U+FFFD
  ...['hz-gb-2312', 'HZ-GB-2312', 'iso-2022-cn', 'iso-2022-cn-ext', 'iso-2022-kr', 'csiso2022kr', 'replacement'].map(
    (label): Row => [`the label ${label}`, `text/html; charset=${label}`, script, []],
  ),
  ['an encoding of the same family', 'text/html; charset=iso-2022-jp', script, x],
  ['a label that browsers do not know', 'text/html; charset=iso-2022-xx', script, x],
  ['a byte order mark before the label', 'text/html; charset=iso-2022-kr', script, x, true],
  ['the label in a meta element', 'text/html', `<meta charset=iso-2022-kr>${script}`, []],
  [
    'the label in an older one',
    'text/html',
    `<meta http-equiv=content-type content="text/html; charset=hz-gb-2312">${script}`,
    [],
  ],
  [
    'the label in a meta element, against the header',
    'text/html; charset=utf-8',
    `<meta charset=iso-2022-kr>${script}`,
    x,
  ],
  [
    'the label in a meta element, behind an unknown one',
    'text/html; charset=x',
    `<meta charset=iso-2022-kr>${script}`,
    [],
  ],
  ['the label in a comment', 'text/html', `<!-- <meta charset=iso-2022-kr> -->${script}`, x],
  ['the label in a declaration', xhtml, `<?xml version="1.0" encoding="iso-2022-kr"?>${root(script)}`, []],
  ['another label in a declaration', xhtml, `<?xml version="1.0" encoding="utf-8"?>${root(script)}`, x],

  // Namespaces
  ['a root without a namespace', xhtml, `<html>${script}</html>`, []],
  ['the same as HTML', 'text/html', `<html>${script}</html>`, x],
  ['a root of another namespace', xhtml, `<html xmlns="http://www.w3.org/TR/xhtml1">${script}</html>`, []],
  ['a root of XHTML', xhtml, root(script), x],
  ['the same as XML', 'text/xml', root(script), x],
  [
    'a namespace that the element declares',
    xhtml,
    `<a><script xmlns="http://www.w3.org/1999/xhtml" src="/x.js"/></a>`,
    x,
  ],
  ['a namespace that ends with its element', xhtml, `<a><b xmlns="http://www.w3.org/1999/xhtml"/>${script}</a>`, []],
  ['a namespace that is taken back', xhtml, root(`<div xmlns="">${script}</div>`), []],
  [
    'a prefix of XHTML',
    xhtml,
    '<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:script src="/x.js"></h:script></h:html>',
    x,
  ],
  ['an element without the prefix', xhtml, `<h:html xmlns:h="http://www.w3.org/1999/xhtml">${script}</h:html>`, []],
  [
    'a prefix that the element declares',
    xhtml,
    '<a><h:script xmlns:h="http://www.w3.org/1999/xhtml" src="/x.js"/></a>',
    x,
  ],
  ['a prefix of nobody', xhtml, root('<h:script src="/x.js"/>'), []],
  ['upper case', xhtml, root('<SCRIPT src="/x.js"></SCRIPT>'), []],
  [
    'a picture behind the text of a script',
    xhtml,
    root('<script>a("<img src=/y.png>")</script><img src="/z.png"/>'),
    ['image /z.png'],
  ],
  ['the content of noscript', xhtml, root('<noscript><img src="/z.png"/></noscript>'), ['image /z.png']],
  ['a section of characters', xhtml, root(`<p><![CDATA[${script}]]></p>`), []],
  ['a template', xhtml, root(`<template>${script}</template>`), []],
  ['a drawing', xhtml, root('<s:svg><s:script href="/x.js"/></s:svg>', ` ${svg}`), x],
  ['a drawing alone', 'image/svg+xml', `<s:svg ${svg}><s:script href="/x.js"/></s:svg>`, x],
  ['a drawing whose script has a source of HTML', 'image/svg+xml', `<s:svg ${svg}><s:script src="/x.js"/></s:svg>`, []],
];

for (const [what, type, text, expected, mark] of rows)
  test(`what a document loads by its encoding and namespaces: ${what}`, () =>
    assert.deepEqual(loads(type, text, mark), expected));

/** Foreign elements in HTML. */
const foreign: readonly (readonly [html: string, expected: string[]])[] = [
  ['<svg><script href="/x.js"></script></svg>', x],
  ['<svg><script xlink:href="/x.js"></script></svg>', x],
  ['<svg><script href="/x.js" xlink:href="/y.js"></script></svg>', x],
  ['<svg><script src="/x.js"></script></svg>', []],
  ['<math><script href="/x.js"></script></math>', []],
  ['<math><script xlink:href="/x.js"></script></math>', []],
  ['<math><script src="/x.js"></script></math>', []],
  ['<math><image href="/x.png"/></math>', []],
  ['<math><mi><script src="/x.js"></script></mi></math>', x],
  ['<math><annotation-xml><svg><script href="/x.js"></script></svg></annotation-xml></math>', x],
];
for (const [html, expected] of foreign)
  test(`what foreign elements load: ${html}`, () => assert.deepEqual(loads('text/html', html), expected));

test('scripts and styles of MathML are text', () => {
  const { inline } = documentOf('<math><script>go()</script><style>a{}</style></math>', {
    url: 'https://site.lab/',
    sha256: () => '',
  });
  assert.deepEqual([inline.scripts, inline.styles], [0, 0]);
});

test('keys are found in what browsers do not show', () => {
  const key = 'sk_live_51Jx8fQk2LmNpRs7TvWyZa3Bc';
  const { secrets } = documentOf(key, { url: 'https://site.lab/', sha256: () => '', form: 'replaced' });
  assert.equal(secrets.length, 1);
});

test('policies of XHTML stand in the head', () => {
  const meta = '<meta http-equiv="Content-Security-Policy" content="x"/>';
  const places = (text: string): string[] =>
    documentOf(root(text), { url: 'https://site.lab/', sha256: () => '', form: 'xml' }).metaPolicies.map(
      ({ placedBefore }) => placedBefore,
    );
  assert.deepEqual([places(`<head>${meta}</head>`), places(`<head/>${meta}`)], [['scripts'], ['body']]);
});
