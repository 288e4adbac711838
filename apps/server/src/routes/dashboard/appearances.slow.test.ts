import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import type { Look } from '../../testing/browser/look.ts';
import { lookThrough } from '../../testing/browser/matrix.ts';
import type { Scene } from '../../testing/browser/scene.ts';
import { scenesOf } from '../../testing/browser/scenes.ts';
import { openStage } from '../../testing/browser/stage.ts';

/** Where axe looks at every page in every state. */
const judged: readonly Look[] = [1280, 360].map((width) => ({ width, scheme: 'light', withAxe: true }));
/** All other appearances of the state in which a page is met first. */
const shown: readonly Look[] = [320, 360, 768, 1280].flatMap((width) =>
  (['light', 'dark', 'forced'] as const).map((scheme) => ({ width, scheme })),
);

const looksOf = ({ isDefault = false }: Scene): readonly Look[] => [...judged, ...(isDefault ? shown : [])];

describe('the pages in a browser', { skip: browserMissing }, () => {
  let chromium: Chromium;
  before(async () => {
    chromium = await openBrowser();
  });
  after(async () => chromium.close());

  test('in no state does axe find anything; nothing is too wide, said, reported or asked of others', async () => {
    const stage = await openStage();
    assert.deepEqual(await lookThrough(chromium, stage, scenesOf(stage), looksOf), []);
  });
});
