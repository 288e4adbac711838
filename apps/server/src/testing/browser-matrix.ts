// The whole matrix of appearances, for npm run test:browser: every page in four widths, light, dark and forced colours.
import { browserMissing, openBrowser } from '@perimeter/report/testing/browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAt, usedDashboard } from './dashboard-pages.ts';
import { goldenEngine } from './golden-engine.ts';
import { serviceForTests } from './service.ts';

const schemes = ['light', 'dark', 'forced'] as const;

test('every page in every appearance', { skip: browserMissing }, async (context) => {
  const service = await serviceForTests(goldenEngine(1));
  const used = { service, ...(await usedDashboard(service)) };
  const chromium = await openBrowser();
  for (const width of [320, 360, 768, 1280]) {
    for (const scheme of schemes) {
      await context.test(`${width} px, ${scheme}`, async () => {
        const isForced = scheme === 'forced';
        const appearance = {
          viewport: { width, height: 900 },
          colorScheme: isForced ? ('light' as const) : scheme,
          forcedColors: isForced ? ('active' as const) : ('none' as const),
        };
        // axe reads the colours that forced ones replace.
        assert.deepEqual(await lookAt(chromium, used, appearance, !isForced), []);
      });
    }
  }
  await chromium.close();
});
