import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** False where a browser is there, else what a skipped test says. */
export const browserMissing: string | false = existsSync(executablePath)
  ? false
  : `${executablePath} is not on this machine (Debian: chromium)`;

/** Sizes and colours that pages are looked at in. */
export const appearances: BrowserContextOptions[] = [360, 820, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
);

/** A browser that asks nobody for anything by itself. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--no-first-run'],
  });

/**
 * What axe finds wrong with a page as it stands, one line for each rule: its name and the elements; none is an empty list.
 * Rules that are left out are named.
 */
export async function axeViolations(page: Page, leftOut: readonly string[] = []): Promise<string[]> {
  const isThere = await page.evaluate('typeof axe !== "undefined"');
  if (isThere !== true) await page.evaluate(axe.source);
  const rules = Object.fromEntries(leftOut.map((id) => [id, { enabled: false }]));
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, rules });
  const found = await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no answer'];
}

/** How many pixels a page is wider than its window. */
export const overflow = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
