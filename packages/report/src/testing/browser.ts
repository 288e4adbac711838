import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** False where a browser is there, else what a skipped test says. */
export const browserMissing: string | false = existsSync(executablePath)
  ? false
  : `${executablePath} is not on this machine (Debian: chromium)`;

/** Sizes and colours that pages are looked at in. */
export const appearances: BrowserContextOptions[] = [360, 820, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
);

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  // Pages of one context share a process, so script that was compiled for one need not be compiled for the next.
  '--process-per-site',
];

/** Milliseconds for a first page: Chromium is known to start and then to open none, and would be waited for without end. */
const firstPageMs = 60_000;
const startsAtMost = 3;

const launch = async (): Promise<Browser> => chromium.launch({ executablePath, args: flags });

/** Whether it opens a page in time. */
async function opensPages(browser: Browser): Promise<boolean> {
  const opened = browser.newPage().then(
    async (page) => page.close().then(() => true),
    () => false,
  );
  return Promise.race([opened, sleep(firstPageMs, false, { ref: false })]);
}

/** A browser that asks nobody for anything by itself. One that opens no page is started again. */
export async function openBrowser(): Promise<Browser> {
  for (let starts = 1; starts <= startsAtMost; starts += 1) {
    const browser = await launch();
    if (await opensPages(browser)) return browser;
    // Its end is not waited for: it may answer to nothing.
    void browser.close().catch(() => {});
  }
  throw new Error(`${executablePath} was started ${startsAtMost} times and opened no page`);
}

const sessions = new WeakMap<Page, CDPSession>();

/** The one session of the DevTools protocol with a page. */
export async function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** How axe judges a page. */
interface Judgement {
  /** Rules that are left out, by name. */
  leftOut?: readonly string[];
  /** The part that is judged, as a selector; the whole page where left out. */
  part?: string | undefined;
}

/** What axe finds wrong with a page as it stands, one line for each rule: its name and the elements; none is an empty list. */
export async function axeViolations(page: Page, { leftOut = [], part }: Judgement = {}): Promise<string[]> {
  const isThere = await page.evaluate('typeof axe !== "undefined"');
  // Playwright would wrap the script, and Chromium compile it anew on each page.
  if (isThere !== true) await (await devtoolsOf(page)).send('Runtime.evaluate', { expression: axe });
  const rules = Object.fromEntries(leftOut.map((id) => [id, { enabled: false }]));
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, rules });
  const context = part === undefined ? 'document' : JSON.stringify(part);
  const found = await page.evaluate(
    `axe.run(${context}, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no answer'];
}

/** How many pixels a page is wider than its window. */
export const overflow = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
