import { openBrowser } from './browser.ts';

/** A document as printed by a browser. */
export interface Printed {
  /** Sheets of A4. */
  pages: number;
  /** Text sizes in points: of running text, and the smallest. */
  bodyPoints: number;
  smallestPoints: number;
}

/** 1 pt is 1/72 in, 1 px 1/96 in (CSS Values and Units 4 section 6.2). */
const pointsAPixel = 72 / 96;

/** Prints documents one after the other. */
export async function printed(documents: readonly string[]): Promise<Printed[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const all: Printed[] = [];
    for (const html of documents) {
      await page.setContent(html);
      await page.emulateMedia({ media: 'print' });
      const sizes = `[...document.querySelectorAll('main *')].filter((one) => one.closest('svg') === null && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
        .map((one) => Number.parseFloat(getComputedStyle(one).fontSize))`;
      const body = Number(await page.evaluate('Number.parseFloat(getComputedStyle(document.body).fontSize)'));
      const smallest = Number(await page.evaluate(`Math.min(...${sizes})`));
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      const pages = Math.max(
        ...[...pdf.matchAll(/\/Type \/Pages[^>]*?\/Count (\d+)/gu)].map(([, count]) => Number(count)),
      );
      all.push({ pages, bodyPoints: body * pointsAPixel, smallestPoints: smallest * pointsAPixel });
    }
    return all;
  } finally {
    await browser.close();
  }
}
