// npm run test:pictures -- FOLDER [BEFORE]: takes pictures of every page in its default state; with a second folder,
// taken at another commit, names those that differ. Pictures are not in the repository, because other fonts or another
// Chromium change all of them.
import { openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { differenceOf, frozenPicture } from './frozen.ts';
import { type Look, nameOf, putInto } from './look.ts';
import { lookThrough } from './matrix.ts';
import type { Scene } from './scene.ts';
import { scenesOf } from './scenes.ts';
import { openStage } from './stage.ts';

/** The allowed share of different pixels, because antialiasing differs between runs. */
const allowed = 0.001;
const looks: readonly Look[] = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

// It refuses options, before it makes a folder: there are none.
const [folder = 'pictures', before] = parseArgs({ allowPositionals: true }).positionals;

test('pictures of every page', async (context) => {
  mkdirSync(folder, { recursive: true });
  const chromium = await openBrowser();
  context.after(async () => chromium.close());
  const blank = await chromium.newPage();
  const examine = async (page: Page, look: Look, { name }: Scene): Promise<string[]> => {
    await putInto(page, look);
    const picture = await frozenPicture(page);
    const file = `${name}, ${nameOf(look)}.png`.replaceAll(/[ ,:]+/gu, '-');
    writeFileSync(path.join(folder, file), picture);
    const earlier = before === undefined ? '' : path.join(before, file);
    if (!existsSync(earlier)) return [];
    const share = await differenceOf(blank, readFileSync(earlier), picture);
    return share > allowed ? [`${file} differs in ${(100 * share).toFixed(2)} %`] : [];
  };
  const stage = await openStage();
  const looksOf = ({ isDefault = false }: Scene): readonly Look[] => (isDefault ? looks : []);
  assert.deepEqual(await lookThrough(chromium, stage, scenesOf(stage), { looksOf, examine }), []);
});
