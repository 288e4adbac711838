import { axeViolations, devtoolsOf, overflow } from '@perimeter/report/testing/browser';
import type { Page } from 'playwright-core';

/** How a page is looked at. */
export interface Look {
  width: number;
  scheme: 'light' | 'dark' | 'forced';
  /** Printed instead of shown. */
  isPrint?: boolean;
  /** With animations and transitions; without them where left out. */
  hasMotion?: boolean;
  /** How large the reader wants text to be; 100 where left out. */
  textPercent?: number;
  withAxe?: boolean;
}

/** The look in a few words. */
export const nameOf = ({ width, scheme, isPrint, hasMotion, textPercent }: Look): string =>
  [
    `${width} px ${scheme}`,
    ...(isPrint === true ? ['print'] : []),
    ...(hasMotion === true ? ['motion'] : []),
    ...(textPercent === undefined ? [] : [`text ${textPercent} %`]),
  ].join(' ');

const height = 900;
const normalText = { standard: 16, fixed: 13 };

const percents = new WeakMap<Page, number>();

/** The size of text that a reader sets in the browser: what is given in rem follows it. */
async function setText(page: Page, percent: number): Promise<void> {
  if ((percents.get(page) ?? 100) === percent) return;
  percents.set(page, percent);
  const { standard, fixed } = normalText;
  const session = await devtoolsOf(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: (standard * percent) / 100, fixed: (fixed * percent) / 100 },
  });
}

/** What changes slowly has come to its end. */
const settled =
  'Promise.all(document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => null))).then(() => null)';

/** Puts a page into an appearance. */
export async function putInto(page: Page, look: Look): Promise<void> {
  const { width, scheme, isPrint = false, hasMotion = false, textPercent } = look;
  await page.emulateMedia({
    media: isPrint ? 'print' : 'screen',
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  });
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height });
  await setText(page, textPercent ?? 100);
  await page.evaluate(settled);
}

/** Elements that no page of ours has, and characters that steer or hide text: a target's text became more than text. */
const smuggled = `[
  ...[...document.querySelectorAll('img:not([src^="/badge/"]), iframe, object, embed, style, script:not([src]), [style], [href^="javascript:"]')].map((one) => one.outerHTML.slice(0, 80)),
  ...[...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).map((one) => one.outerHTML.slice(0, 80)),
  .../[\\u0000\\u200b\\u2028\\u202a-\\u202e\\u2066-\\u2069]/u.exec(document.title + document.body.textContent) ?? [],
]`;

/** What stands on a page that a target smuggled in, one line each. */
export async function smuggledInto(page: Page): Promise<string[]> {
  const found = await page.evaluate(smuggled);
  return Array.isArray(found) ? found.map((one) => `smuggled in: ${JSON.stringify(one)}`) : ['no answer'];
}

/** What is wrong with a page in an appearance, one line each; axe judges a part of it where one is given. */
export async function lookAt(page: Page, look: Look, { part }: { part?: string }): Promise<string[]> {
  await putInto(page, look);
  const wide = await overflow(page);
  const found = wide > 0 ? [`${wide} px too wide`] : [];
  // axe reads the colours that forced ones replace.
  if (look.withAxe === true)
    found.push(...(await axeViolations(page, { leftOut: look.scheme === 'forced' ? ['color-contrast'] : [], part })));
  return found.map((line) => `${nameOf(look)}: ${line}`);
}
