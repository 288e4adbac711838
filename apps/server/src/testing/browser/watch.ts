import type { BrowserContext, Page } from 'playwright-core';

/** The browser's own console line for a refused request. */
const aboutRefusal = /^Failed to load resource: the server responded with a status of [45]\d\d/u;

/** Chromium's console line after it obeyed Clear-Site-Data. */
const aboutClearing = /^Clear-Site-Data header on '[^']*': Cleared data types: /u;

/** Logs violations of a page's content policy on the console, where they are counted. */
export async function reportPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))",
  );
}

/** Logs each page that moves in for a reader who prefers less motion, which happens only where another page of the site led to it. */
export async function reportMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    "addEventListener('pagereveal', ({ viewTransition }) => { if (viewTransition && matchMedia('(prefers-reduced-motion: reduce)').matches) console.error('motion: the page came with a transition') })",
  );
}

/** What a page may do. */
interface Allowed {
  isOwn: (url: string) => boolean;
  isRefused: () => boolean;
}

/** Records what no page may cause: console lines, policy reports, foreign requests, dialogs. */
export function watch(page: Page, wrong: string[], { isOwn, isRefused }: Allowed): void {
  page.on('console', (message) => {
    // Chromium's advice about forms is neither an error nor a warning.
    if (['verbose', 'debug'].includes(String(message.type()))) return;
    if (aboutClearing.test(message.text())) return;
    if (isRefused() && aboutRefusal.test(message.text())) return;
    wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!isOwn(request.url())) wrong.push(`foreign: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** The same for a page of one service without refusals. */
export function watched(page: Page, origin: string): string[] {
  const wrong: string[] = [];
  watch(page, wrong, { isOwn: (url) => url.startsWith(`${origin}/`), isRefused: () => false });
  return wrong;
}
