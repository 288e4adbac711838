import type { Page } from 'playwright-core';
import { byDay, page, type Scene, state } from './scene.ts';
import type { Stage } from './stage.ts';

const leftOut = async (shown: Page) => {
  await shown.locator('#plan .step input').first().uncheck();
  await shown.getByText(/^With \d+ of \d+ fixes/).waitFor();
};

const opened = async (shown: Page) => {
  await shown.getByRole('button', { name: 'Share', exact: true }).click();
  await shown
    .getByText(/^Made /)
    .first()
    .waitFor();
};

/** Stub the answer, so that checking creates no links. */
const made = async (shown: Page) => {
  await opened(shown);
  await shown.getByRole('button', { name: 'Make a link' }).click();
  await shown.getByText(/^Link made/).waitFor();
};

/** The browser accepts a text of spaces, and the service refuses it. */
const refused = async (shown: Page) => {
  await shown.getByRole('combobox').last().selectOption('fixed');
  await shown.getByRole('textbox', { name: 'In a sentence' }).fill('   ');
  await shown.getByRole('button', { name: 'Send answer' }).click();
  await shown.getByText('Not sent').waitFor();
};

const share = {
  id: 'shr_0',
  redacted: false,
  answers: true,
  createdAt: 1_780_000_000_000,
  expiresAt: 4_000_000_000_000,
};
const newLink = { json: { url: `https://perimeter.example/s/${'A'.repeat(43)}`, share, shares: [share] } };

const accepting = async (shown: Page) => {
  await shown.evaluate("document.querySelector('#f-tls-1-0').open = true");
  await shown.locator('[data-accept="tls-1-0"]').click();
  await shown.locator('#accept').waitFor();
};

const changing = async (shown: Page) => {
  await shown
    .getByRole('button', { name: /^Change the waiver/ })
    .first()
    .click();
  await shown.locator('#accept').waitFor();
};

const popover = '.popover:popover-open';
const badReport = ({ bad = '' }: Stage['audits']): string => `/audits/${bad}`;

/** The outlook, and accepted risks. */
export function scenesOfRisks(audits: Stage['audits']): Scene[] {
  const bad = badReport(audits);
  return [
    state('report with a fix left out', bad, { act: leftOut, part: '#plan' }),
    page('report with accepted risks', bad, { viewer: 'holder' }),
    state('accepted risks under another policy', `/audits/${audits['sample'] ?? ''}`, {
      viewer: 'holder',
      part: '#accepted',
    }),
    state('issue with an accepted risk', `${bad}#f-cert-expired`, { viewer: 'holder', part: '#f-cert-expired' }),
    byDay('form that accepts a risk', bad, { viewer: 'holder', act: accepting, part: popover }),
    state('form that changes a waiver', bad, { viewer: 'holder', act: changing, part: popover }),
  ];
}

/** Share links, and the pages that they open. */
export function scenesOfLinks(audits: Stage['audits'], links: Stage['links']): Scene[] {
  const bad = badReport(audits);
  return [
    state('links of a report', bad, { viewer: 'holder', act: opened, part: popover }),
    state('new link of a report', bad, {
      viewer: 'holder',
      stubs: { '/shares': newLink },
      act: made,
      part: popover,
    }),
    page('shared report', links.whole, { isByDay: false }),
    page('shared report without evidence and hosts', links.redacted),
    state('check of a shared report', `${links.whole}/checks/vuln-logjam`),
    state('check of a redacted report', `${links.redacted}/checks/vuln-logjam`),
    state('data of a shared report', `${links.whole}/data/tls`),
    page('shared report with answers', links.answered, { part: '#answer' }),
    state('shared report that nobody answered', links.silent, { part: '#answer' }),
    page('form that answers an issue', `${links.answered}/checks/cert-expired`),
    state('answer that was stored', `${links.answered}/checks/cert-expired?answered=1`, { part: '#answer' }),
    state('answer that was refused', `${links.silent}/checks/cert-expired`, {
      act: refused,
      isRefused: true,
      part: '#answer',
    }),
    state('answers to a report', `${bad}#answer`, { viewer: 'holder', part: '#answer' }),
    state('issue with answers', `${bad}#f-cert-expired`, { viewer: 'holder', part: '#f-cert-expired' }),
    page('link that ended', '/s/ended', { isRefused: true }),
  ];
}
