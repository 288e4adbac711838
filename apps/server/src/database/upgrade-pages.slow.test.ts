import { after, test } from 'node:test';
import { startService } from '../process/service.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { keptDirectory, readKept } from '../testing/kept-database.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { assertListsAndPages } from './testing/lists-and-pages.ts';

const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});

// From before lists had the provisional state of a grade, and accounts a setting for private audits; upgrade.slow.test.ts
// shows the same of an older one.
test('lists and pages of the database of bff2acbd', async () => {
  const kept = readKept('bff2acbd');
  const settings = testSettings(await keptDirectory(kept), {
    PERIMETER_SECRET: kept.secret,
    PERIMETER_PUBLIC_URL: 'https://audit.example.org',
  });
  const service = await startService(settings, goldenEngine(1), lazily);
  stops.push(service.stop);
  await assertListsAndPages(service, kept);
});
