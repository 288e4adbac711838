import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from './document.ts';
import { guardOf } from '../page-loads/guarded.ts';

const read = (html: string) => documentOf(html, { url: 'https://site.lab/a/b', sha256: () => '' }).resources;
const module = (code: string): string => `<script type=module>${code}</script>`;
const cdn = 'https://cdn.lab/x.js';

const rows: [html: string, ...expected: string[]][] = [
  [module(`import '${cdn}';`), cdn],
  [
    module(`import"./x.js";import a,{b as c}from"/y.js";import*as d from'../z.js'`),
    'https://site.lab/a/x.js',
    'https://site.lab/y.js',
    'https://site.lab/z.js',
  ],
  [module(`import {\n  a,\n  b,\n} from "//cdn.lab/x.js"`), cdn],
  [
    module(`export * from "./x.js"; export { a as default } from './y.js'`),
    'https://site.lab/a/x.js',
    'https://site.lab/a/y.js',
  ],
  [module(`import a from 'three'; import b from "node:fs"; import "x.js"`)],
  [
    module(`const a = await import("${cdn}"); import('./y.js', { with: { type: 'json' } })`),
    cdn,
    'https://site.lab/a/y.js',
  ],
  [`<script>import(\`${cdn}\`).then(go)</script>`, cdn],
  [`<script>import '${cdn}'</script>`],
  [`<script>import("${cdn}" + v); import(name); import(\`./\${name}.js\`); x.import("${cdn}")</script>`],
  [`<script>/* import("${cdn}") */ // import("${cdn}")\nvar s = 'import("${cdn}")'; t = \`import("${cdn}")\`</script>`],
  [`<script>var r = /['"]/g; import("${cdn}"); var q = s.replace(/[/'"]/, "")</script>`, cdn],
  [`<script>/* new Worker("/w.js") */ import("${cdn}")</script>`, cdn],
  [module(`export default "${cdn}"; const from = "${cdn}"; export const a = from + "${cdn}"`)],
  [`<script type=text/plain>import("${cdn}")</script>`],
  [
    `<script type=importmap>{"imports":{"a":"${cdn}","b":"./y.js","c":"bare","d":null,"e/":"/lib/"},"scopes":{"/s/":{"a":"https://other.lab/a.js"}}}</script>`,
    cdn,
    'https://site.lab/a/y.js',
    'https://site.lab/lib/',
    'https://other.lab/a.js',
  ],
  [`<script type=importmap src=m.json>{"imports":{"a":"${cdn}"}}</script>`],
  [`<script type=importmap>{"imports":[1,{"a":"${cdn}"}],"scopes":7,}</script>`],
  [`<template><script type=importmap>{"imports":{"a":"${cdn}"}}</script></template>`],
];

for (const [html, ...expected] of rows)
  test(`${html} names ${expected.join(', ') || 'no script'}`, () => {
    assert.deepEqual(
      read(html).map(({ kind, url }) => `${kind} ${url}`),
      expected.map((url) => `script ${url}`),
    );
  });

test('a module has the nonce of its script, and the hash of the import map', () => {
  const hash = `sha384-${'A'.repeat(64)}`;
  const map = `<script type=importmap nonce=n>{"imports":{"a":"${cdn}"},"integrity":{"${cdn}":"${hash}"}}</script>`;
  const resources = read(`${map}<script type=module nonce=n>import "${cdn}"; import "//cdn.lab/y.js"</script>`);
  assert.deepEqual(
    resources.map(({ integrity, crossorigin, nonce, async }) => [integrity, crossorigin, nonce, async]),
    [
      [hash, 'anonymous', true, true],
      [hash, 'anonymous', true, true],
      [null, 'anonymous', true, true],
    ],
  );
  assert.deepEqual(
    resources.map((one) => guardOf(one, 'https://site.lab/').state),
    ['guarded', 'guarded', 'missing'],
  );
});

test('a module of another origin needs no crossorigin for its hash, and a folder of modules no hash', () => {
  const states = (html: string): string[] => read(html).map((one) => guardOf(one, 'https://site.lab/').state);
  const hash = `integrity=sha384-${'A'.repeat(64)}`;
  assert.deepEqual(states(`<script type=module src=${cdn} ${hash}></script><script src=${cdn} ${hash}></script>`), [
    'guarded',
    'needs-crossorigin',
  ]);
  assert.deepEqual(states('<script type=importmap>{"imports":{"a/":"https://cdn.lab/a/"}}</script>'), ['own-site']);
});

test('scripts that are made to be slow are read at once', () => {
  const used = process.cpuUsage();
  for (const piece of [
    'import ',
    'import{',
    '/*',
    '"',
    '`',
    '=/[',
    '\\`',
    '\\"',
    'import("',
    'export * ',
    "import x from '",
  ])
    read(`<script type=module>${piece.repeat(Math.ceil(200_000 / piece.length))}</script>`);
  const { user, system } = process.cpuUsage(used);
  assert.ok((user + system) / 1_000 < 4_000, String(user + system));
});
