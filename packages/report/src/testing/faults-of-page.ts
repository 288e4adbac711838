import type { Browser, BrowserContextOptions } from 'playwright-core';
import { axeViolations, overflow } from './browser.ts';

/** axe finds the same in the first findings as in three hundred. */
const judged = 60;

/** What axe finds on a page with everything unfolded, and how far it exceeds its window, in each appearance. */
export async function faultsOfPage(
  browser: Browser,
  html: string,
  appearances: readonly BrowserContextOptions[],
  judgement: Parameters<typeof axeViolations>[1] = {},
): Promise<string[]> {
  const faults: string[] = [];
  const page = await browser.newPage();
  for (const { viewport, colorScheme } of appearances) {
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    await page.setContent(html);
    const wide = await overflow(page);
    await page.evaluate(`[...document.querySelectorAll("details")].slice(${judged}).forEach((one) => one.remove())`);
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    const where = `${viewport?.width} px, ${colorScheme}`;
    for (const pixels of [wide, await overflow(page)]) if (pixels > 0) faults.push(`${where}: ${pixels} px too wide`);
    for (const violation of await axeViolations(page, judgement)) faults.push(`${where}: ${violation}`);
  }
  await page.close();
  return faults;
}
