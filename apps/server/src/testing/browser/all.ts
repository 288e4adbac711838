// npm run test:browser [-- PATTERN]: every page in every state and appearance, or those whose names match.
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
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

// It refuses options: there are none.
const [pattern = ''] = parseArgs({ allowPositionals: true }).positionals;

test('every page in every state and appearance', { skip: browserMissing }, async () => {
  const stage = await openStage();
  const scenes = scenesOf(stage).filter(({ name }) => new RegExp(pattern, 'u').test(name));
  assert.notEqual(scenes.length, 0, `No page has a name that matches ${pattern}`);
  const chromium = await openBrowser();
  try {
    const found = await lookThrough(chromium, stage, scenes, {
      looksOf: () => looks,
      tell: ({ name }, wrong) => console.log(wrong.length === 0 ? `✔ ${name}` : wrong.join('\n')),
    });
    assert.deepEqual(found, []);
  } finally {
    await chromium.close();
  }
});
