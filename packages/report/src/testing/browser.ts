import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core';
import { withoutLikeRows } from './like-rows.ts';

/** Debian's browsers, the first that is there: the shell draws no window, and so it takes half of the CPU time. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath = browsers.find((file) => existsSync(file)) ?? browsers[0];

/** False if a browser is installed, else the reason for skipping. */
export const browserMissing: string | false = existsSync(executablePath)
  ? false
  : `${executablePath} is not on this machine (Debian: chromium-headless-shell)`;

/** Window sizes and colour schemes for checking pages. */
export const appearances: BrowserContextOptions[] = [360, 820, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
);

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  // Pages of a context share a process, so that scripts are compiled once.
  '--process-per-site',
  // Pages are left before V8's optimising compilers, which take a sixth of a page's CPU time, have paid.
  '--js-flags=--no-opt --no-maglev',
];

/** Time-out for a first page, in milliseconds: Chromium sometimes starts without ever opening one. */
const firstPageMs = 60_000;
const startsAtMost = 3;

const launch = async (): Promise<Browser> => chromium.launch({ executablePath, args: flags });

/** True if it opens a page in time. */
async function opensPages(browser: Browser): Promise<boolean> {
  const opened = browser.newPage().then(
    async (page) => page.close().then(() => true),
    () => false,
  );
  return Promise.race([opened, sleep(firstPageMs, false, { ref: false })]);
}

/** A browser without requests of its own. One that opens no page is restarted. */
export async function openBrowser(): Promise<Browser> {
  for (let starts = 1; starts <= startsAtMost; starts += 1) {
    const browser = await launch();
    if (await opensPages(browser)) return browser;
    // Not awaited, because it may no longer respond.
    void browser.close().catch(() => {});
  }
  throw new Error(`${executablePath} was started ${startsAtMost} times and opened no page`);
}

const sessions = new WeakMap<Page, CDPSession>();

/** The single DevTools session of a page. */
export async function devtoolsOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Options of axe. */
interface Judgement {
  /** Rules to skip, by name. */
  leftOut?: readonly string[];
  /** The part to check, as a selector; default: the whole page. */
  part?: string | undefined;
  /** True: of rows that are alike only the first are checked. */
  skipsLikeRows?: boolean;
}

/** The axe violations of a page, one line per rule: its name and the elements. */
export async function axeViolations(page: Page, judgement: Judgement = {}): Promise<string[]> {
  const judge = async (): Promise<string[]> => violationsNow(page, judgement);
  return judgement.skipsLikeRows === true ? withoutLikeRows(page, judgement.part, judge) : judge();
}

async function violationsNow(page: Page, { leftOut = [], part }: Judgement): Promise<string[]> {
  const isThere = await page.evaluate('typeof axe !== "undefined"');
  // Not through Playwright, which would wrap the script, so that Chromium compiles it again for each page.
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
