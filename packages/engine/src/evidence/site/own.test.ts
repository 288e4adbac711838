import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnUrl } from './own.ts';

const owner = { registrableDomain: 'site.lab' };

const urls: [url: string, isOwn: boolean][] = [
  ['https://site.lab/', true],
  ['http://www.a.site.lab:8080/x', true],
  ['https://SITE.lab/', true],
  ['https://notsite.lab/', false],
  ['https://site.lab.other.lab/', false],
  ['https://site.lab@other.lab/', false],
  ['nonsense', false],
];

for (const [url, isOwn] of urls) {
  test(`${url} is ${isOwn ? '' : 'not '}of the target`, () => {
    assert.equal(isOwnUrl(owner, url), isOwn);
    if (URL.canParse(url)) assert.equal(isOwnUrl(owner, new URL(url)), isOwn);
  });
}
