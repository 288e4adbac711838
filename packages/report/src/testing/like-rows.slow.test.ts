import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, browserMissing, openBrowser } from './browser.ts';

const row = (at: number, more = ''): string =>
  `<li class="row"><label>Row ${at} <input></label> <a href="#r${at}">more</a> <b id="r${at}">${at % 7}</b>${more}</li>`;
const styles =
  'a { color: inherit } @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } .dim { color: #333 } }';

/** A page in the dark. */
async function pageOf(context: TestContext): Promise<Page> {
  const browser = await openBrowser();
  context.after(async () => browser.close());
  return browser.newPage({ colorScheme: 'dark' });
}

/** A page of many rows, in which some have something else. */
const pageWith = (planted: Readonly<Record<number, string>>): string =>
  `<!doctype html><html lang="en"><title>Rows</title><style>${styles}</style><main><h1>Rows</h1><ul>${Array.from({ length: 250 }, (_, at) => row(at, planted[at])).join('')}</ul></main></html>`;

/** A fault that only one row has, and the rule that finds it. */
const faults: readonly (readonly [string, string])[] = [
  ['<p class="dim">Hard to read in the dark</p>', 'color-contrast'],
  ['<input type="text">', 'label'],
  ['<button></button>', 'button-name'],
  ['<a href="/x"> </a>', 'link-name'],
  ['<img src="data:,">', 'image-alt'],
  ['<p role="nothing">x</p>', 'aria-roles'],
  ['<i lang="xyzq">x</i>', 'valid-lang'],
];

test(
  'without like rows axe finds each fault of a single row, and the page is as before',
  { skip: browserMissing },
  async (context) => {
    const page = await pageOf(context);
    const judged = async (html: string): Promise<string[]> => {
      await page.setContent(html);
      const before = await page.content();
      const found = await axeViolations(page, { skipsLikeRows: true });
      assert.equal(await page.content(), before);
      return found;
    };
    assert.deepEqual(await judged(pageWith({})), []);
    for (const [fault, rule] of faults) {
      const found = await judged(pageWith({ 211: fault }));
      assert.deepEqual(
        found.map((line) => line.split(':')[0]),
        [rule],
        fault,
      );
    }
    const twice = '<b id="r5">x</b>';
    assert.deepEqual(await judged(pageWith({ 211: twice })), ['several elements have the id r5']);
  },
);

test('axe meets few of many like rows, and of a part only that', { skip: browserMissing }, async (context) => {
  const page = await pageOf(context);
  await page.setContent(
    pageWith(Object.fromEntries(Array.from({ length: 250 }, (_, at) => [at, '<button></button>']))),
  );
  const [found = ''] = await axeViolations(page, { skipsLikeRows: true });
  assert.equal(found, `button-name: ${'<button></button> '.repeat(2).trim()}`);
  assert.deepEqual(await axeViolations(page, { skipsLikeRows: true, part: 'h1' }), []);
});
