import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { styleSheet } from './style-sheet.ts';

const fonts = new Map(
  readdirSync(path.resolve(import.meta.dirname, '../fonts'))
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => [name, `named-${name}`]),
);

test('the style sheet names the fonts of the build, nothing of another origin, and stays within 14 KB', () => {
  const css = styleSheet(fonts);
  const urls = [...css.matchAll(/url\(["']?([^)"']+)/g)].map(([, url]) => url);
  assert.deepEqual(new Set(urls), new Set(fonts.values()));
  assert.doesNotMatch(css, /@import|https?:/);
  assert.ok(gzipSync(css).length < 14 * 1024, String(gzipSync(css).length));
  assert.equal(css.split('{').length, css.split('}').length);
});

test('words stand in the markup of the page that they belong to, not in the style sheet, which pages share', () => {
  assert.deepEqual(styleSheet(fonts).match(/content: ?["'][^"']*[a-z]{3}[^"']*["']/gu), null);
});

test('an unknown font is a mistake of the build', () => {
  assert.throws(() => styleSheet(new Map()), /unknown font/);
});
