// npm run test:browser [WORDS]: every page in every state and appearance, or those whose name has the words in it.
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Look } from './look.ts';
import { lookThrough } from './matrix.ts';
import { scenesOf } from './scenes.ts';
import { openStage } from './stage.ts';

const schemes = ['light', 'dark', 'forced'] as const;
const looks: readonly Look[] = [
  ...[320, 360, 800, 1280, 1440].flatMap((width) => schemes.map((scheme) => ({ width, scheme, withAxe: true }))),
  { width: 1280, scheme: 'light', hasMotion: true, withAxe: true },
  { width: 360, scheme: 'light', textPercent: 200, withAxe: true },
  { width: 1280, scheme: 'light', textPercent: 200, withAxe: true },
  { width: 1280, scheme: 'light', isPrint: true, withAxe: true },
  { width: 800, scheme: 'dark', isPrint: true, withAxe: true },
];

test('every page in every state and appearance', { skip: browserMissing }, async () => {
  const words = process.argv.slice(2).join(' ');
  const stage = await openStage();
  const scenes = scenesOf(stage).filter(({ name }) => name.includes(words));
  const chromium = await openBrowser();
  const only = process.env['QUICK'] === undefined ? looks : [{ width: 360, scheme: 'light' as const, withAxe: true }, { width: 1280, scheme: 'light' as const }, { width: 320, scheme: 'light' as const }];
  try {
    assert.deepEqual(await lookThrough(chromium, stage, scenes, () => only, ({ name }, wrong) => console.log(wrong.length === 0 ? `✔ ${name}` : wrong.join('\n'))), []);
  } finally {
    await chromium.close();
  }
});
