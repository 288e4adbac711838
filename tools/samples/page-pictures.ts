import { openBrowser } from '@perimeter/report/testing/browser';
import { startService } from '../../apps/server/src/process/service.ts';
import { completedAudit } from '../../apps/server/src/testing/completed-audit.ts';
import { preparedDirectory } from '../../apps/server/src/testing/database.ts';
import { goldenEngine } from '../../apps/server/src/testing/golden-engine.ts';
import { firstAccount } from '../../apps/server/src/testing/people.ts';
import { testSettings } from '../../apps/server/src/testing/service.ts';
import { samplesDir, sampleSite } from '../generate/samples.ts';
import { join } from 'node:path';

/** The page pictures: file, window, appearance, and the path after the report's URL. */
export const pagePictures = [
  { file: 'page-report.png', width: 1280, height: 720, colorScheme: 'light', address: '' },
  { file: 'page-issue.png', width: 1280, height: 720, colorScheme: 'dark', address: '#f-cert-expired' },
  { file: 'page-phone.png', width: 360, height: 720, colorScheme: 'dark', address: '' },
] as const;

/** Takes pictures of the report's page in the service, with recorded evidence. */
export async function takePagePictures(): Promise<void> {
  const service = await startService(testSettings(await preparedDirectory()), goldenEngine(1));
  const id = await completedAudit(await firstAccount(service), sampleSite);
  const chromium = await openBrowser();
  for (const { file, width, height, colorScheme, address } of pagePictures) {
    const page = await chromium.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${service.url}/audits/${id}${address}`);
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: join(samplesDir, file) });
    await page.close();
  }
  await chromium.close();
  await service.stop();
}
