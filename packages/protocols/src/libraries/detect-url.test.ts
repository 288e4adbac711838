import assert from 'node:assert/strict';
import { test } from 'node:test';
import { librariesByUrl } from './detect-url.ts';
import { shippedLibraries } from './retire.data.ts';

const { libraries } = shippedLibraries;

/** The library and its parts, which the list has by themselves. */
const ui = (version: string): string =>
  ['', '-dialog', '-autocomplete', '-tooltip'].map((part) => `jquery-ui${part} ${version}`).join();

const rows: readonly (readonly [url: string, expected: string])[] = [
  ['https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js', 'jquery 1.12.4'],
  ['https://unpkg.com/vue@2.6.0', 'vue 2.6.0'],
  ['https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.10.6/moment.min.js?x=1', 'moment.js 2.10.6'],
  ['https://ajax.googleapis.com/ajax/libs/angularjs/1.5.8/angular.min.js', 'angularjs 1.5.8'],
  ['https://code.jquery.com/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jquery-1.12.4-aem.min.js', 'jquery 1.12.4-aem'],
  ['https://site.lab/js/jquery.min.js', ''],
  // A hash of the content between the version and the ending
  ['https://site.lab/js/jquery-3.4.1-3e1f2a9c.min.js', 'jquery 3.4.1'],
  ['https://site.lab/js/jquery-3.4.1.20394857.js', 'jquery 3.4.1'],
  ['https://site.lab/js/jquery-2.1.4.min-1a2b3c4d.js', 'jquery 2.1.4'],
  ['https://site.lab/js/jquery-2.1.4.slim.min.1A2B3C4D.js', 'jquery 2.1.4'],
  ['https://site.lab/js/jquery-2.1.4.1a2b3c4d.min.js', 'jquery 2.1.4'],
  ['https://site.lab/js/jquery-2.1.4-DkR3aB9x.js', 'jquery 2.1.4'],
  ['https://site.lab/js/bootstrap-3.3.7.min-0123456789abcdef0123456789abcdef.js', 'bootstrap 3.3.7'],
  ['https://site.lab/js/jquery-1a2b3c4d-2.1.4.min.js', 'jquery 2.1.4'],
  ['https://site.lab/js/1a2b3c4d.jquery-2.1.4.min.js', 'jquery 2.1.4'],
  ['https://static.lab/jquery/2.1.4.min-1a2b3c4d/jquery.js', 'jquery 2.1.4'],
  ['https://site.lab/js/jquery-2.1.min-1a2b3c4d.js', ''],
  ['https://site.lab/js/jquery-DkR3aB9x.js', ''],
  ['https://site.lab/js/jquery-1.12.4-patched1.js', 'jquery 1.12.4-patched1'],
  ['https://site.lab/js/jquery-1.12.4.min-lts.js', 'jquery 1.12.4.min-lts'],
  ['https://site.lab/js/bootstrap-4.0.0-beta.2.min.js', 'bootstrap 4.0.0-beta.2'],
  // Hexadecimal words, dates and counters
  ['https://site.lab/js/jquery.3e1f2a.js', ''],
  ['https://site.lab/js/jquery-3e1f2a.min.js', ''],
  ['https://site.lab/js/bootstrap-4.5e1d.min.js', ''],
  ['https://site.lab/js/bootstrap-3.0a12f4c.min.js', ''],
  ['https://site.lab/js/bootstrap-4.5b1d.js', ''],
  ['https://site.lab/js/vue-2.b1a2c3d4.min.js', ''],
  ['https://site.lab/js/moment.3a1f2b.js', ''],
  ['https://site.lab/js/moment.20240115.js', ''],
  ['https://site.lab/js/jquery-1.24.0115.js', ''],
  ['https://site.lab/js/jquery-1.2.3456.js', ''],
  ['https://site.lab/js/jquery-1.10.0101.min.js', ''],
  // Packages of repositories, and several in one address
  ['https://cdn.jsdelivr.net/gh/jquery/jquery@1.12.4/dist/jquery.min.js', 'jquery 1.12.4'],
  ['https://cdn.jsdelivr.net/combine/npm/jquery@1.12.4,npm/vue@2.6.0/dist/vue.min.js', 'jquery 1.12.4,vue 2.6.0'],
  ['https://site.lab/js/swiper.8b0d3f.js', ''],
  ['https://site.lab/js/d3.7.min.js', ''],
  ['https://site.lab/js/marked.0b3c9d.js', ''],
  ['https://site.lab/js/axios-1e10.min.js', ''],
  ['https://site.lab/9f86d0/jquery.min.js', ''],
  ['https://site.lab/2/js/bootstrap.min.js', ''],
  ['https://cdn.jsdelivr.net/gh/twbs/bootstrap@v3.3.7/dist/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://cdn.jsdelivr.net/gh/jQuery/jQuery-dist@1.12.4/jquery.min.js', 'jquery 1.12.4'],
  ['https://cdn.jsdelivr.net/gh/somebody/jquery@1.12.4/dist/jquery.min.js', ''],
  ['https://cdn.jsdelivr.net/gh/somebody/vue@2.6.0/dist/vue.min.js', ''],
  ['https://cdn.jsdelivr.net/gh/somebody/site@2.0.1/js/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  ['https://cdn.jsdelivr.net/gh/somebody/site@2.0.1/js/jquery.min.js', ''],
  ['https://esm.sh/gh/somebody/lodash@4.17.11/lodash.js', ''],
  ['https://fastly.jsdelivr.net/npm/jquery@1.12.4/+esm', 'jquery 1.12.4'],
  ['https://cdn.jsdelivr.net/npm/some-jquery@1.12.4/dist/x.js', ''],
  ['https://cdn.jsdelivr.net/npm/@somebody/jquery@1.12.4/dist/jquery.min.js', ''],
  ['https://esm.sh/jquery@3.4.1', 'jquery 3.4.1'],
  ['https://esm.sh/v135/jquery@3.4.1/es2022/jquery.mjs', 'jquery 3.4.1'],
  ['https://esm.sh/*axios@0.21.0', 'axios 0.21.0'],
  ['https://esm.run/axios@0.21.0', 'axios 0.21.0'],
  ['https://ga.jspm.io/npm:lodash@4.17.11/lodash.js', 'lodash 4.17.11'],
  ['https://cdn.skypack.dev/jquery@3.4.1', 'jquery 3.4.1'],
  ['https://cdn.skypack.dev/jquery@^3.4.1', ''],
  ['https://cdn.skypack.dev/pin/jquery@v3.4.1-ZEb3qYkPYwJ6Ev7pZrTt/mode=imports/optimized/jquery.js', 'jquery 3.4.1'],
  ['https://cdn.skypack.dev/-/jquery@v3.4.1-ZEb3qYkPYwJ6Ev7pZrTt/dist=es2020/jquery.js', 'jquery 3.4.1'],
  ['https://unpkg.com/handlebars@4.0.5/dist/handlebars.min.js', 'handlebars 4.0.5'],
  ['https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://ajax.aspnetcdn.com/ajax/jQuery/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  // Own files and folders
  ['https://site.lab/js/handlebars-v4.0.5.js', 'handlebars 4.0.5'],
  ['https://site.lab/js/handlebars.v4.0.5.min.js', 'handlebars 4.0.5'],
  ['https://site.lab/js/handlebars-4.0.5.min.js', 'handlebars 4.0.5'],
  ['https://site.lab/js/jquery.1.12.4.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jquery_1.12.4.min.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jQuery-V1.12.4.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jquery.min-1.12.4.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jquery-3.4.1.slim.min.js', 'jquery 3.4.1'],
  ['https://site.lab/js/angular.js-1.5.8.js', 'angularjs 1.5.8'],
  ['https://site.lab/js/underscore-1.8.3-min.js', 'underscore.js 1.8.3'],
  ['https://site.lab/js/lodash-4.17.11.min.js', 'lodash 4.17.11'],
  ['https://site.lab/js/select2-4.0.5.min.js', 'select2 4.0.5'],
  ['https://site.lab/js/bootstrap.bundle-4.1.0.min.js', 'bootstrap 4.1.0'],
  ['https://site.lab/js/axios-0.21.0.mjs', 'axios 0.21.0'],
  ['https://site.lab/js/jquery-ui-1.10.3.custom.min.js', ui('1.10.3')],
  ['https://site.lab/js/jquery-ui-1.10.3.custom/jquery-ui.min.js', ui('1.10.3')],
  ['https://site.lab/js/jquery-ui-1.10.3.min.js', ui('1.10.3')],
  ['https://site.lab/jquery-1.12.4/jquery.min.js', 'jquery 1.12.4'],
  ['https://site.lab/bootstrap-3.3.7-dist/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://site.lab/lib/angular-1.5.8/angular.min.js', 'angularjs 1.5.8'],
  ['https://site.lab/lib/angular-1.5.8/app.js', ''],
  ['https://site.lab/lib/theme-1.5.8/jquery.min.js', ''],
  ['https://site.lab/js/jquery-bundle-1.2.3.js', ''],
  ['https://site.lab/js/vue-common-1.2.3.js', ''],
  ['https://site.lab/js/bootstrap-datepicker-1.6.4.min.js', ''],
  ['https://site.lab/js/jquery.cookie-1.4.1.min.js', ''],
  ['https://site.lab/js/video-1.2.3.js', ''],
  ['https://site.lab/js/next-1.2.3.js', ''],
  ['https://site.lab/css/jquery-ui-1.10.3.css', ''],
  // What stands behind a question mark keeps caches apart: the release of a site, of a theme or of a library
  ['https://site.lab/js/angular.min.js?v=1.5.8', ''],
  ['https://site.lab/js/jquery.min.js?ver=5.8.1', ''],
  ['https://site.lab/js/bootstrap.min.js?4.1.0', ''],
  // Ranges, and releases of somebody else
  ['https://unpkg.com/vue@2/dist/vue.js', ''],
  ['https://cdn.jsdelivr.net/npm/jquery@3', ''],
  ['https://cdn.jsdelivr.net/npm/bootstrap@5.0/dist/js/bootstrap.min.js', ''],
  ['https://site.lab/release/1.2.3/jquery.min.js', ''],
  ['https://static.lab/jquery/1.12.4/jquery.min.js', 'jquery 1.12.4'],
  [
    'https://code.jquery.com/ui/1.12.1/jquery-ui.js',
    'jquery-ui 1.12.1,jquery-ui-dialog 1.12.1,jquery-ui-autocomplete 1.12.1,jquery-ui-tooltip 1.12.1',
  ],
  ['https://site.lab/js/my-jquery-1.12.4.js', ''],
  ['https://site.lab/?f=jquery-1.12.4.js', ''],
  ['data:text/javascript,jquery-1.12.4.js', ''],
];

for (const [url, expected] of rows) {
  test(`${url} names ${expected || 'no library'}`, () => {
    const found = librariesByUrl(url, libraries).map(({ name, version }) => `${name} ${version}`);
    assert.equal(found.join(), expected);
  });
}
