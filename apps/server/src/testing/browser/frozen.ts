import type { Page } from 'playwright-core';

/** Texts that differ between runs, as [pattern, replacement]. */
const changing = [
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-000000000000'],
  ['[0-9a-f]{64}', '0'.repeat(64)],
  ['localhost:\\d+', 'localhost:3000'],
  ['\\d{1,2} [A-Z][a-z]{2} \\d{4}(?:, \\d\\d:\\d\\d UTC)?', '1 Jan 2026, 00:00 UTC'],
  ['just now|(?:\\bin )?\\d+ (?:minute|hour|day)s?(?: ago)?', 'just now'],
  ['\\d+(?:\\.\\d)? s\\b', '1 s'],
  ['…[\\w-]{4}(?![\\w-])', '…0000'],
] as const;

// Makes findings below the window visible, which browsers do not render (content-visibility), and replaces changing
// texts.
const freeze = `(() => {
  for (const one of document.querySelectorAll('.finding')) one.style.contentVisibility = 'visible';
  // What React draws from several values is several texts.
  document.body.normalize();
  const changing = ${JSON.stringify(changing)}.map(([pattern, instead]) => [new RegExp(pattern, 'gu'), instead]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const before = walker.currentNode.nodeValue ?? '';
    const after = changing.reduce((text, [pattern, instead]) => text.replace(pattern, instead), before);
    if (after !== before) walker.currentNode.nodeValue = after;
  }
})()`;

/** A PNG of a page that is the same in each run: ids, times and digests have fixed values. */
export async function frozenPicture(page: Page): Promise<Buffer> {
  await page.evaluate(freeze);
  return page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
}

const compare = (first: Buffer, second: Buffer): string => `(async () => {
  const read = async (data) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return { width: image.width, height: image.height, data: context.getImageData(0, 0, image.width, image.height).data };
  };
  const [a, b] = [await read('${first.toString('base64')}'), await read('${second.toString('base64')}')];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let n = 0; n < a.data.length; n += 4)
    if (Math.abs(a.data[n] - b.data[n]) + Math.abs(a.data[n + 1] - b.data[n + 1]) + Math.abs(a.data[n + 2] - b.data[n + 2]) > 24) count += 1;
  return count / (a.width * a.height);
})()`;

/** The share of pixels that differ between two PNGs, compared in a blank page; 1 if their sizes differ. */
export const differenceOf = async (blank: Page, first: Buffer, second: Buffer): Promise<number> =>
  Number(await blank.evaluate(compare(first, second)));
