import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import type { Look } from '../look.ts';
import { lookThrough } from '../matrix.ts';
import type { Scene } from '../scene.ts';
import { scenesBySubject } from '../scenes.ts';
import { openStage } from '../stage.ts';

const isJudged = (width: number, scheme: string): boolean => scheme === 'light' && (width === 360 || width === 1280);
/** All appearances of a page's default state; axe checks a narrow and a wide one. */
const shown: readonly Look[] = [320, 360, 768, 1280].flatMap((width) =>
  (['light', 'dark', 'forced'] as const).map((scheme) => ({ width, scheme, withAxe: isJudged(width, scheme) })),
);
/** Other states are checked by axe once; their width is checked in every appearance, which is fast. */
const further: readonly Look[] = [
  { width: 360, scheme: 'light', withAxe: true },
  { width: 320, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

const looksOf = ({ isDefault = false }: Scene): readonly Look[] => (isDefault ? shown : further);

/**
 * Tests the pages of several subjects in all states and appearances together, because setting up stage and browser
 * takes longer than most subjects.
 */
export function testAppearances(...subjects: readonly (keyof ReturnType<typeof scenesBySubject>)[]): void {
  describe(`pages in a browser: ${subjects.join(', ')}`, { skip: browserMissing }, () => {
    let chromium: Chromium;
    before(async () => {
      chromium = await openBrowser();
    });
    after(async () => chromium.close());

    test('no state has axe violations, overflow, console messages, policy reports or foreign requests', async (context) => {
      const stage = await openStage();
      const bySubject = scenesBySubject(stage);
      const scenes: readonly Scene[] = subjects.flatMap((subject) => bySubject[subject]);
      const runs = scenes.flatMap(looksOf).filter(({ withAxe }) => withAxe === true).length;
      context.diagnostic(`${scenes.length} states, ${runs} runs of axe`);
      assert.deepEqual(await lookThrough(chromium, stage, scenes, { looksOf }), []);
    });
  });
}
