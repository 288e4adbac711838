import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser as Chromium } from 'playwright-core';
import type { Look } from '../look.ts';
import { makeWalkers } from '../matrix.ts';
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

/** By day axe checks a page without like rows in one of these, in turn, so that each is seen in each subject. */
const judgedInTurn: readonly Look[] = [
  { width: 1280, scheme: 'light', withAxe: true, skipsLikeRows: true },
  { width: 360, scheme: 'dark', withAxe: true, skipsLikeRows: true },
  { width: 768, scheme: 'light', withAxe: true, skipsLikeRows: true },
];
/** And its width in one of these, where overflow shows first. */
const narrowInTurn = (['forced', 'light', 'dark'] as const).map((scheme) => ({ width: 320, scheme }));

type Subject = keyof ReturnType<typeof scenesBySubject>;
/** The appearances of a subject's scenes. */
type LooksOf = (scenes: readonly Scene[]) => Map<Scene, readonly Look[]>;

const allLooks: LooksOf = (scenes) =>
  new Map(scenes.map((scene) => [scene, scene.isDefault === true ? shown : further]));

const dayLooks: LooksOf = (scenes) =>
  new Map(
    scenes
      .filter(({ isDefault = false, isByDay = isDefault }) => isByDay)
      .map((scene, at) => [
        scene,
        [judgedInTurn, narrowInTurn].map((looks) => looks[at % looks.length] ?? assert.fail()),
      ]),
  );

/**
 * Tests the pages of several subjects in all states and appearances together, because setting up stage and browser
 * takes longer than most subjects.
 */
export const testAppearances = (...subjects: readonly Subject[]): void => testLooks([subjects], allLooks);

/** Tests every page in its default state and one state of each kind, in two appearances each. */
export const testByDay = (): void =>
  testLooks(
    [
      ['accounts', 'keys', 'teams'],
      ['audits', 'batches', 'domains'],
      ['documents', 'links'],
      ['reading', 'reports', 'risks'],
    ],
    dayLooks,
  );

function testLooks(groups: readonly (readonly Subject[])[], looksOf: LooksOf): void {
  describe('pages in a browser', { skip: browserMissing }, async () => {
    const stage = await openStage();
    const bySubject = scenesBySubject(stage);
    let chromium: Chromium;
    let walkers: ReturnType<typeof makeWalkers>;
    before(async () => {
      chromium = await openBrowser();
      walkers = makeWalkers(chromium, stage);
    });
    after(async () => chromium.close());

    for (const subjects of groups)
      test(`${subjects.join(', ')}: no state has axe violations, overflow, console messages, policy reports or foreign requests`, async (context) => {
        const looks = new Map(subjects.flatMap((subject) => [...looksOf(bySubject[subject])]));
        const runs = [...looks.values()].flat().filter(({ withAxe }) => withAxe === true).length;
        context.diagnostic(`${looks.size} states, ${runs} runs of axe`);
        assert.ok(looks.size > 0);
        assert.deepEqual(await walkers.through([...looks.keys()], { looksOf: (scene) => looks.get(scene) ?? [] }), []);
      });
  });
}
