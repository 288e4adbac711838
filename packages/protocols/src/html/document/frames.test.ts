import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { documentOf } from './document.ts';
import type { DocumentFacts } from './facts.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const read = (html: string): DocumentFacts => documentOf(html, { url: 'https://site.lab/a/b', sha256 });

/** The text as written in an attribute between double quotes. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (text: string, more = ''): string => `<p>x</p>\n<iframe ${more} srcdoc="${escaped(text)}"></iframe>`;

const loads = ({ resources }: DocumentFacts): string[] => resources.map(({ kind, url }) => `${kind} ${url}`);

const rows: [what: string, html: string, expected: string[]][] = [
  [
    'its scripts and pictures',
    frame('<script src=x.js></script><img src="/i.png">'),
    ['script https://site.lab/a/x.js', 'image https://site.lab/i.png'],
  ],
  ['what stands without quotes', '<iframe srcdoc=&lt;img&#32;src=i.png&gt;>', ['image https://site.lab/a/i.png']],
  ['what stands between single quotes', `<iframe srcdoc='<img src="i.png">'>`, ['image https://site.lab/a/i.png']],
  ['nothing that is escaped twice', `<iframe srcdoc="&amp;lt;img src=i.png&amp;gt;">`, []],
  ['a frame in it', frame(frame('<script src="https://cdn.lab/x.js"></script>')), ['script https://cdn.lab/x.js']],
  ['not what stands beside it', frame('<img src=i.png>', 'src=f.html'), ['image https://site.lab/a/i.png']],
  ['by the base of the page', `<base href=/c/>${frame('<img src=i.png>')}`, ['image https://site.lab/c/i.png']],
  ['by its own base', frame('<base href=/c/><img src=i.png>'), ['image https://site.lab/c/i.png']],
  [
    'by a base of its own that is relative',
    `<base href=/c/>${frame('<base href=d/><img src=i.png>')}`,
    ['image https://site.lab/c/d/i.png'],
  ],
  [
    'its base, which does not govern the page',
    `${frame('<base href=/c/>')}<img src=i.png>`,
    ['image https://site.lab/a/i.png'],
  ],
  [
    'what its own policy lets in',
    frame(
      `<meta http-equiv=Content-Security-Policy content="script-src 'self'"><script src=x.js></script><script src="https://cdn.lab/x.js"></script>`,
    ),
    ['script https://site.lab/a/x.js'],
  ],
  [
    'of the page what the policy of a frame forbids',
    `<script src="https://cdn.lab/x.js"></script>${frame(`<meta http-equiv=Content-Security-Policy content="script-src 'none'"><script src=x.js></script>`)}`,
    ['script https://cdn.lab/x.js'],
  ],
  ['nothing of a sandbox', frame('<script src=x.js></script><img src=i.png>', 'sandbox'), []],
  ['nothing of a sandbox that only runs scripts', frame('<script src=x.js></script>', 'sandbox=allow-scripts'), []],
  [
    'of a sandbox that keeps the origin, what is no script',
    frame('<script src=x.js></script><img src=i.png>', 'sandbox="Allow-Same-Origin"'),
    ['image https://site.lab/a/i.png'],
  ],
  [
    'all of a sandbox that keeps the origin and runs scripts',
    frame('<script src=x.js></script>', 'sandbox="allow-scripts\nallow-same-origin"'),
    ['script https://site.lab/a/x.js'],
  ],
  [
    'no script of a frame in a sandbox without scripts',
    frame(frame('<script src=x.js></script>'), 'sandbox=allow-same-origin'),
    [],
  ],
  ['nothing of a frame in a template', `<template>${frame('<img src=i.png>')}</template>`, []],
  ['nothing of an attribute of another element', '<p srcdoc="<img src=i.png>">', []],
];

for (const [what, html, expected] of rows)
  test(`the document of a frame gives ${what}`, () => assert.deepEqual(loads(read(html)), expected));

test("'scripts, forms, links, keys and comments of a frame count for the page, at the position of the frame'", () => {
  const key = 'sk_live_51Jx8fQk2LmNpRs7TvWyZa3Bc';
  const { inline, forms, links, comments, secrets, ownPaths } = read(
    frame(
      `<script>var k = "${key}"</script><p onclick=go()><form action="http://old.lab/in"><input type=password></form>` +
        '<a href=/page>x</a><!-- served by db1.internal -->',
    ),
  );
  assert.deepEqual([inline.scripts, inline.handlers, inline.sha256], [1, 1, [sha256(`var k = "${key}"`)]]);
  assert.deepEqual(
    forms.map(({ action, password, line }) => [action, password, line]),
    [['http://old.lab/in', true, 2]],
  );
  assert.deepEqual([links.map(({ host }) => host), ownPaths], [['site.lab'], ['/page']]);
  assert.deepEqual(
    comments.map(({ text, line }) => [text, line]),
    [['db1.internal', 2]],
  );
  assert.deepEqual(
    secrets.map(({ provider, line }) => [provider, line]),
    [['stripe', 2]],
  );
});

test('a key whose proof is escaped in the page is found once', () => {
  const dsn = `https://${'0123456789abcdef'.repeat(2)}@o1.ingest.sentry.io/42`;
  assert.equal(read(frame(`<script>init("${dsn}")</script>`)).secrets.length, 1);
  assert.equal(read(`<iframe srcdoc="${dsn.replaceAll('/', '&#47;')}">`).secrets.length, 1);
});

test('title, policies, refresh and words of a frame are its own', () => {
  const page = '<title>Page</title><p>some words of the page';
  const facts = read(
    `${page}${frame('<title>Frame</title><meta http-equiv=Content-Security-Policy content=x><meta http-equiv=refresh content="0;url=/x"><p>other words')}`,
  );
  assert.deepEqual([facts.title, facts.metaPolicies, facts.metaRefresh], ['Page', [], null]);
  assert.equal(facts.simhash, read(`${page}${frame('')}`).simhash);
});

test('what the policy of a frame forbids in its markup does not run', () => {
  const counts = (policy: string, more = '') => {
    const markup = `<meta http-equiv=Content-Security-Policy content="${policy}">${more}`;
    const { inline } = read(
      `<script>page()</script>${frame(`${markup}<script>a()</script><script nonce=n1>b()</script><p onclick=c() style=d><a href=javascript:e()>x</a><style>f{}</style>`)}`,
    );
    return [inline.scripts, inline.handlers, inline.javascriptUrls, inline.styles, inline.styleAttributes];
  };
  assert.deepEqual(counts('img-src *'), [3, 1, 1, 1, 1]);
  assert.deepEqual(counts("script-src 'none'"), [1, 0, 0, 1, 1]);
  assert.deepEqual(counts("script-src 'nonce-n1'"), [2, 0, 0, 1, 1]);
  assert.deepEqual(counts(`script-src 'sha256-${sha256('a()')}'`), [2, 0, 0, 1, 1]);
  assert.deepEqual(counts("script-src-attr 'none'"), [3, 0, 1, 1, 1]);
  assert.deepEqual(counts("default-src 'none'"), [1, 0, 0, 0, 0]);
  // One in the body governs nothing, and each governs what follows it.
  assert.deepEqual(
    counts('', '<p><meta http-equiv=Content-Security-Policy content="script-src \'none\'">'),
    [3, 1, 1, 1, 1],
  );
  assert.deepEqual(
    counts('', '<script>z()</script><meta http-equiv=Content-Security-Policy content="script-src \'none\'">'),
    [2, 0, 0, 1, 1],
  );
});

test('what a document leaves open does not reach the next one', () => {
  assert.equal(read(frame('<form><script>go(')).inline.scripts, 0);
  const { forms, inline } = read(`<form id=a>${frame('<script>go()</script><input form=a><form id=b><input>')}`);
  assert.deepEqual([forms.map(({ fields }) => fields), inline.scripts], [[[], ['text']], 1]);
});

test('frames are read to a depth and a number, and a page with more of them was not read whole', () => {
  const nested = (depth: number): string => (depth === 0 ? '<img src=i.png>' : frame(nested(depth - 1)));
  assert.deepEqual([read(nested(3)).resources.length, read(nested(3)).truncated], [1, false]);
  assert.deepEqual([read(nested(4)).resources.length, read(nested(4)).truncated], [0, true]);
  const many = read(frame('<img src=i.png>').repeat(101));
  assert.deepEqual([many.resources.length, many.truncated, many.framesLeft], [100, true, true]);
});

test('the document of a frame may be longer than other attributes', () => {
  assert.equal(read(frame(`${' '.repeat(100_000)}<img src=i.png>`)).resources.length, 1);
});
