import { axeViolations, overflow } from '@perimeter/report/testing/browser';
import type { Browser as Chromium, BrowserContextOptions, Page } from 'playwright-core';
import { loopbackCookies } from '../credentials/cookies.ts';
import type { Service } from '../process/parts.ts';
import { completedAudit } from './completed-audit.ts';
import { type Browser, firstAccount, makeKey } from './people.ts';

/** A page to be looked at: its name, path, and whether somebody is logged in. */
export interface Visited {
  name: string;
  path: string;
  signedIn: boolean;
}

/** What a service that has been used has pages for: audits of every kind, keys, a comparison. */
export async function usedDashboard(service: Service): Promise<{ holder: Browser; pages: Visited[] }> {
  const holder = await firstAccount(service);
  await makeKey(holder);
  const [bad, good, walled] = await Promise.all(
    ['bad.lab', 'good.lab', 'botwall.lab'].map(async (domain) => completedAudit(holder, domain)),
  );
  const failed = await holder.send('POST', '/api/audit/start', { domain: 'walled.net' });
  const failedId = /aud_[0-9a-f-]{36}/.exec(failed.body)?.[0] ?? '';
  await holder.send('GET', `/api/audit/${failedId}`, undefined, { prefer: 'wait=5' });
  const page = (name: string, path: string, signedIn = false): Visited => ({ name, path, signedIn });
  return {
    holder,
    pages: [
      page('start', '/'),
      page('start with a mistake', '/?domain=x'),
      page('start of an account', '/?welcome=yes', true),
      page('report with issues', `/audits/${bad}#f-cert-expired`),
      page('report without', `/audits/${good}`),
      page('provisional report', `/audits/${walled}`),
      page('failed audit', `/audits/${failedId}`),
      page('failed check', `/audits/${bad}/checks/vuln-logjam`),
      page('passed check', `/audits/${bad}/checks/vuln-heartbleed`),
      page('checks', '/checks'),
      page('check', '/checks/cert-expired'),
      page('comparison', '/compare?targetA=good.lab&targetB=bad.lab', true),
      page('nothing compared', '/compare'),
      page('audits', '/audits', true),
      page('keys', '/settings/keys', true),
      page('usage', '/settings/usage', true),
      page('account', '/settings/account', true),
      page('browsers', '/settings/sessions', true),
      page('log in', '/sign-in'),
      page('reset', '/reset-password'),
      page('confirm an address', '/confirm-email#token=x'),
      page('set up', '/setup'),
      page('api', '/docs'),
      page('verify', '/verify'),
      page('opt out', '/opt-out'),
    ],
  };
}

/** The cookie of a signed-in person for a browser. */
export const cookieOf = (holder: Browser, url: string) => ({
  name: loopbackCookies.session.name,
  value: holder.cookie(),
  url,
  httpOnly: true,
});

/** Follows what a page does that no page may: console lines, requests to others, dialogs. */
export function watched(page: Page, origin: string): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    // Chromium's advice about forms is neither an error nor a warning.
    if (!['verbose', 'debug'].includes(String(message.type()))) wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) wrong.push(`foreign: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return wrong;
}

/** Looks at pages in one appearance; what is wrong, one line each. */
export async function lookAt(
  chromium: Chromium,
  { service, holder, pages }: { service: Service; holder: Browser; pages: readonly Visited[] },
  appearance: BrowserContextOptions,
  withAxe: boolean,
): Promise<string[]> {
  const origin = String(service.url);
  const found: string[] = [];
  for (const signedIn of [false, true]) {
    const context = await chromium.newContext(appearance);
    if (signedIn) await context.addCookies([cookieOf(holder, origin)]);
    const page = await context.newPage();
    const wrong = watched(page, origin);
    for (const { name, path } of pages.filter((one) => one.signedIn === signedIn)) {
      await page.goto(`${origin}${path}`);
      // A tool stands once script has put it where its place was held.
      await page.locator('#tool > .ghosts').waitFor({ state: 'detached' });
      await page.locator('#tool', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      const wide = await overflow(page);
      if (wide > 0) wrong.push(`${wide} px too wide`);
      if (withAxe) wrong.push(...(await axeViolations(page)));
      found.push(...wrong.splice(0).map((line) => `${name}: ${line}`));
    }
    await context.close();
  }
  return found;
}
