import { axeViolations, devtoolsOf, overflow } from '@perimeter/report/testing/browser';
import type { Page } from 'playwright-core';

/** The appearance in which a page is checked. */
export interface Look {
  width: number;
  scheme: 'light' | 'dark' | 'forced';
  /** Printed instead of displayed. */
  isPrint?: boolean;
  /** With animations and transitions; default: without. */
  hasMotion?: boolean;
  /** The reader's text size in percent; default: 100. */
  textPercent?: number;
  withAxe?: boolean;
  /** True: axe checks only the first of rows that are alike. */
  skipsLikeRows?: boolean;
}

/** A short name of an appearance. */
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

/** Sets the browser's text size; lengths in rem follow it. */
async function setText(page: Page, percent: number): Promise<void> {
  if ((percents.get(page) ?? 100) === percent) return;
  percents.set(page, percent);
  const { standard, fixed } = normalText;
  const session = await devtoolsOf(page);
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: (standard * percent) / 100, fixed: (fixed * percent) / 100 },
  });
}

/** True once transitions have ended. */
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

/**
 * Elements that no page of the dashboard has, and characters that steer or hide text: a target's text was interpreted.
 */
const smuggled = `[
  ...[...document.querySelectorAll('img:not([src^="/badge/"]), iframe, object, embed, style, script:not([src]), [style], [href^="javascript:"]')].map((one) => one.outerHTML.slice(0, 80)),
  ...[...document.querySelectorAll('*')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).map((one) => one.outerHTML.slice(0, 80)),
  .../[\\u0000\\u200b\\u2028\\u202a-\\u202e\\u2066-\\u2069]/u.exec(document.title + document.body.textContent) ?? [],
]`;

/** Injected content on a page, one line each. */
export async function smuggledInto(page: Page): Promise<string[]> {
  const found = await page.evaluate(smuggled);
  return Array.isArray(found) ? found.map((one) => `smuggled in: ${JSON.stringify(one)}`) : ['no answer'];
}

/** The faults of a page in an appearance, one line each; axe checks only `part` if given. */
export async function lookAt(page: Page, look: Look, { part }: { part?: string }): Promise<string[]> {
  await putInto(page, look);
  const wide = await overflow(page);
  const found = wide > 0 ? [`${wide} px too wide`] : [];
  // axe reads colours that forced colours replace.
  if (look.withAxe === true)
    found.push(
      ...(await axeViolations(page, {
        leftOut: look.scheme === 'forced' ? ['color-contrast'] : [],
        part,
        skipsLikeRows: look.skipsLikeRows === true,
      })),
    );
  return found.map((line) => `${nameOf(look)}: ${line}`);
}
