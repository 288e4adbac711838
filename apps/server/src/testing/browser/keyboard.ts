import type { Locator, Page } from 'playwright-core';

/** More Tab stops than any page has before the element. */
const maxStops = 150;

/** Presses Tab until an element has the focus. Throws if it cannot be reached. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  // One look-up for all stops, because finding an element by its role reads the whole page.
  const element = await wanted.evaluateHandle((one) => one);
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await element.evaluate((one) => Reflect.get(Reflect.get(globalThis, 'document'), 'activeElement') === one))
      return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No key leads to ${String(wanted)}`);
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Tabs to a button or link and presses it. */
export async function press(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first());
  await page.keyboard.press('Enter');
}
