import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isScriptChallenge } from './script-challenge.ts';

const script = 'document.cookie="ok=1; path=/"; location.reload();';

const challenges: [name: string, html: string][] = [
  ['a script alone', `<script>${script}</script>`],
  [
    'a whole document',
    `<!doctype html><html><head><title>x</title><script>${script}</script></head><body></body></html>`,
  ],
  ['words to wait by', `<body><h1>One moment</h1><p>Checking your browser.</p><script>${script}</script>`],
  ['a wheel that turns', `<img src="data:image/gif;base64,R0"><svg><circle r=4 /></svg><script>${script}</script>`],
  ['words for those without scripts', `<script>${script}</script><noscript>Go to <a href=/>x</a></noscript>`],
  [
    'a library for its sum',
    `<script src=/aes.js></script><script>document.cookie = "a="+b(); location.href = "/?i=1"</script>`,
  ],
  ['members in brackets', `<script>window["document"]['cookie'] = 'a'; window["location"]["replace"]("/")</script>`],
  ['the load event', `<body onload="document.cookie='a=1';location='/'">`],
  ['lines and blanks', `<script>document . cookie\n =\t'a'; setTimeout(() => { location\n.assign('/') }, 5)</script>`],
  ['a form for itself', `<form><input type=hidden name=a value=b></form><script>${script}</script>`],
];
for (const [name, html] of challenges)
  test(`a page that only sets a cookie and asks again is a challenge: ${name}`, () =>
    assert.ok(isScriptChallenge(html)));

const consent = `<script>function accept() { ${script} }</script>`;
const text = 'A real page has something to say, in more words than a test of the browser has. '.repeat(5);

const documents: [name: string, html: string][] = [
  ['a consent script and a button', `<h1>Shop</h1><button onclick="accept()">Accept</button>${consent}`],
  ['a consent script and links', `<h1>Shop</h1><a href=/goods>Goods</a>${consent}`],
  ['a consent script and text', `<p>${text}</p>${consent}`],
  ['a consent script and a picture', `<img src=/logo.png>${consent}`],
  ['a login', `<form><input name=user><input type=password name=p></form>${consent}`],
  ['the shell of an application', `<div id=root></div>${consent}<script type=module src=/app.js></script>`],
  ['the shell of custom elements', `<app-root></app-root>${consent}<script src=/main.js></script>`],
  ['a cookie without another request', `<script>document.cookie = 'seen=1'</script>`],
  ['another request without a cookie', `<script>location.href = '/start'</script>`],
  ['a cookie that is only read', `<script>if (document.cookie == 'a' && location == '/') f()</script>`],
  ['the words as text', `<p>document.cookie = 1; location.reload()</p>`],
  ['the words in a comment of HTML', `<!-- <script>${script}</script> -->`],
  ['the words for those without scripts', `<noscript><script>${script}</script></noscript>`],
  ['the words in a template', `<template><script>${script}</script></template>`],
  ['nothing', ''],
];
for (const [name, html] of documents) test(`a page is a document: ${name}`, () => assert.ok(!isScriptChallenge(html)));

test('nothing that a page repeats keeps the reader busy', () => {
  const ends = `cookie location<script>${script}</script>`;
  for (const piece of ['<b><p>', '<div>', ' ', '<a ', "['a']", 'location', '<table><tr>', '<svg><desc>'])
    for (const html of [piece.repeat(16_000 / piece.length) + ends, `<script>${piece.repeat(2_500)}</script>${ends}`])
      isScriptChallenge(html);
  assert.ok(!isScriptChallenge(`${' '.repeat(20_000)}<script>${script}</script>`), 'a large page is none');
});
