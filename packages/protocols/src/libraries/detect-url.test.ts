import assert from 'node:assert/strict';
import { test } from 'node:test';
import { librariesByUrl } from './detect-url.ts';
import { shippedLibraries } from './retire.data.ts';

const { libraries } = shippedLibraries;

const rows: readonly (readonly [url: string, expected: string])[] = [
  ['https://cdn.jsdelivr.net/npm/jquery@1.12.4/dist/jquery.min.js', 'jquery 1.12.4'],
  ['https://unpkg.com/vue@2.6.0', 'vue 2.6.0'],
  ['https://cdnjs.cloudflare.com/ajax/libs/twitter-bootstrap/3.3.7/js/bootstrap.min.js', 'bootstrap 3.3.7'],
  ['https://cdnjs.cloudflare.com/ajax/libs/moment.js/2.10.6/moment.min.js?x=1', 'moment.js 2.10.6'],
  ['https://ajax.googleapis.com/ajax/libs/angularjs/1.5.8/angular.min.js', 'angularjs 1.5.8'],
  ['https://code.jquery.com/jquery-1.12.4.min.js', 'jquery 1.12.4'],
  ['https://site.lab/js/jquery-1.12.4-aem.min.js', 'jquery 1.12.4-aem'],
  ['https://site.lab/js/jquery.min.js', ''],
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
