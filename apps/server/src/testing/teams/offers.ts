import { scopesOfRole, type TeamRole } from '@perimeter/contract/account/team';
import assert from 'node:assert/strict';
import type { Browser as Chromium, Page } from 'playwright-core';
import { accessTable } from '../../plugins/access/table.data.ts';
import { cookieOf } from '../browser/cookie.ts';
import { completedAudit } from '../completed-audit.ts';
import { heldEngine } from '../held-engine.ts';
import { anotherAccount, type Browser, firstAccount, makeKey } from '../people.ts';
import { serviceForTests } from '../service.ts';
import { invitationFor, joining } from './joining.ts';

/** Routes with a place for what stands in their parameters; those without parameters first. */
const routes = Object.entries(accessTable)
  .map(([name, row]) => ({ name, row, form: new RegExp(`^${name.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u') }))
  .toSorted((one, two) => Number(one.name.includes(':')) - Number(two.name.includes(':')));

/** The route of a request; undefined for assets. */
const routeOf = (asked: string) => routes.find(({ form }) => form.test(asked));

/** Fills all fields, presses all buttons and sends all forms; what script shows then, too. In the page. */
const pressAll = `(async () => {
  window.confirm = () => true;
  const seen = new Set();
  for (let round = 0, before = -1; round < 4 && before < seen.size; round += 1) {
    before = seen.size;
    for (const field of document.querySelectorAll('input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=file]), textarea')) {
      const value = field.type === 'email' ? 'new@example.com' : field.type === 'date' ? field.max : field.type === 'number' ? '7' : field.value || 'example.com';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    for (const button of [...document.querySelectorAll('button:not(copy-button *), input[type=checkbox]')].filter((one) => !seen.has(one))) {
      seen.add(button);
      if (!button.disabled && !button.closest('[hidden]')) button.click();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    for (const form of document.forms) if (form.method === 'post' && !form.closest('[hidden]') && !seen.has(form)) {
      seen.add(form);
      form.requestSubmit();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
})()`;

/** The address and the way of each thing that a page offers: its links, and what its buttons and forms ask for. */
async function offersOf(page: Page, url: string): Promise<string[]> {
  const { origin } = new URL(url);
  const offered: string[] = [];
  let isOpen = false;
  await page.route('**', async (route) => {
    const asked = route.request();
    if (isOpen && (asked.method() !== 'GET' || asked.isNavigationRequest())) {
      offered.push(`${asked.method()} ${new URL(asked.url()).pathname}`);
      return route.abort('aborted');
    }
    return route.continue();
  });
  // Progress never stops: the network of a running audit is never idle.
  await page.goto(url, { waitUntil: 'load' });
  await page
    .locator('#tool .ghosts')
    .waitFor({ state: 'detached' })
    .then(async () => page.waitForTimeout(500));
  isOpen = true;
  const links: string[] = await page.$$eval('a[href]', (all) => all.map((one) => String(Reflect.get(one, 'href'))));
  await page.evaluate(pressAll);
  await page.unrouteAll({ behavior: 'wait' });
  return [
    ...offered,
    ...links.filter((link) => link.startsWith(`${origin}/`)).map((link) => `GET ${new URL(link).pathname}`),
  ];
}

const target = /<(?:a\b[^>]*?\bhref|button\b[^>]*?\bformaction)="(?<path>\/[^"]*)"/gu;
const form = /<form\b(?=[^>]*\bmethod="post")(?:[^>]*?\baction="(?<path>[^"]*)")?/gu;

/** What a page offers as the service sends it, before any script runs. */
async function sentOffersOf(reader: Browser, path: string): Promise<string[]> {
  const { statusCode, body } = await reader.send('GET', path, undefined, { accept: 'text/html' });
  if (statusCode !== 200 && statusCode !== 404) throw new Error(`${path} answers ${statusCode}`);
  const [own = ''] = path.split('?');
  const pathOf = (text: string): string => new URL(text.replaceAll('&amp;', '&'), 'http://localhost').pathname;
  return [
    ...[...body.matchAll(target)].map(([all, to = '']) => `${all.startsWith('<a') ? 'GET' : 'POST'} ${pathOf(to)}`),
    ...[...body.matchAll(form)].map(([, to = own]) => `POST ${pathOf(to)}`),
  ];
}

/** Whether a role may do what a page offers. */
function mayUse(role: TeamRole, asked: string): boolean {
  const row = routeOf(asked)?.row;
  if (row === undefined) return true;
  // Nobody here administers the service.
  if (row.kind === 'admin') return false;
  return !('scope' in row) || row.scope === undefined || scopesOfRole[role].includes(row.scope);
}

/** A team whose admin has something on every page; `pages` are all of them. */
export async function teamWithAll() {
  const { engine } = heldEngine();
  const service = await serviceForTests(
    { ...engine, findProof: async () => 'dns' },
    { PERIMETER_SIGNUP: 'unconfirmed', PERIMETER_RATE_LIMITS: 'off' },
  );
  const origin = String(service.url);
  await firstAccount(service);
  const admin = await anotherAccount(service, 'admin@team.example');
  const roles: Readonly<Record<TeamRole, Browser>> = {
    reader: await joining(service, admin, 'reader@team.example', 'reader'),
    auditor: await joining(service, admin, 'auditor@team.example', 'auditor'),
    admin,
  };
  const domain = 'offered.net';
  const audit = await completedAudit(admin, domain);
  const { id: running } = (await admin.send('POST', '/api/audit/start', { domain: 'held.net' })).json<{ id: string }>();
  const { id: failed } = (await admin.send('POST', '/api/audit/start', { domain: 'held.org' })).json<{ id: string }>();
  await admin.send('DELETE', `/api/audit/${failed}`);
  await makeKey(admin);
  await invitationFor(admin, 'invited@team.example', 'reader');
  const made = await admin.send('POST', `/api/audit/${audit}/shares`, { answers: true });
  const link = new URL(made.json<{ url: string }>().url).pathname;
  await service.http.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'text=Moved&name=Jane',
  });
  const expires = new Date(Date.now() + 9e8).toISOString().slice(0, 10);
  await admin.send('POST', '/api/waivers', {
    domain,
    checkId: 'hdr-xfo-invalid',
    reason: 'Agreed',
    owner: 'Board',
    expires,
  });
  await admin.send('PUT', `/api/controls/${domain}`);
  await admin.send('POST', `/api/controls/${domain}/check`);
  await admin.send('PUT', `/api/controls/${domain}/badge`);
  const pages = [
    '/',
    '/audits',
    `/audits/${audit}`,
    `/audits/${running}`,
    `/audits/${failed}`,
    `/audits/${audit}/checks/hdr-xfo`,
    `/audits/${audit}/data/tls`,
    '/compare',
    `/compare?targetA=${domain}&targetB=nobody.net`,
    '/domains',
    `/domains/${domain}`,
    '/domains/upload',
    ...['accepted', 'answers', 'controls', 'account', 'activity', 'keys', 'sessions', 'usage', 'team', 'team/log'].map(
      (one) => `/settings/${one}`,
    ),
    '/checks/hdr-xfo-invalid',
    '/verify',
    '/opt-out',
  ];
  return { origin, roles, pages, audit, running, failed, domain };
}

/** The least that pages offer to a role beyond what they offer to lower ones. */
export const leastOffered: Readonly<Record<TeamRole, readonly string[]>> = {
  reader: ['DELETE /api/session', 'DELETE /api/sessions', 'POST /settings/team/leave', 'POST /settings/team/switch'],
  auditor: [
    'POST /audits',
    'DELETE /api/audit/:id',
    'PUT /api/controls/:domain',
    'DELETE /api/controls/:domain/badge',
    'PUT /api/domains/:domain/tags',
    'POST /domains/:domain/remove',
    'DELETE /api/waivers/:id',
    'POST /settings/answers',
    'POST /api/audit/:id/shares',
  ],
  admin: ['POST /api/keys', 'DELETE /api/keys/:id', 'PATCH /api/account/settings', 'POST /settings/team'],
};

/** Fails unless pages offer a role all that it may do and nothing else: all pages as they are sent, and given ones in a browser. */
export async function assertOffers(
  chromium: Chromium,
  { origin, roles, pages }: Awaited<ReturnType<typeof teamWithAll>>,
  role: TeamRole,
  inBrowser: readonly string[],
  expected: readonly string[],
): Promise<void> {
  const offered = new Map<string, string>();
  const judge = (path: string, all: readonly string[]): void => {
    for (const asked of all) {
      assert.ok(mayUse(role, asked), `${path} offers a ${role}: ${asked}`);
      const name = routeOf(asked)?.name;
      if (name !== undefined) offered.set(name, path);
    }
  };
  const isOpen = (path: string): boolean => mayUse(role, `GET ${path.split('?')[0] ?? ''}`);
  for (const path of pages.filter(isOpen)) judge(path, await sentOffersOf(roles[role], path));
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.addCookies([cookieOf(roles[role], origin)]);
  for (const path of inBrowser.filter(isOpen)) {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    judge(path, await offersOf(page, `${origin}${path}`));
    await page.close();
  }
  await context.close();
  const writes = [...offered.keys()].filter((name) => !name.startsWith('GET '));
  // The admin has no other team to switch to.
  for (const name of expected.filter((one) => role !== 'admin' || !one.endsWith('/switch')))
    assert.ok(writes.includes(name), `${name} is offered to the role ${role}: ${writes.join(', ')}`);
}
