import { auditFailureCode } from '@perimeter/contract/audit';
import type { Page } from 'playwright-core';
import { byDay, page, type Scene, state } from './scene.ts';

const openAll = "for (const one of document.querySelectorAll('details')) one.open = true";

const opened = (label: string): Partial<Scene> => ({
  act: async (shown) => shown.getByRole('button', { name: label, exact: true }).click(),
  part: '.popover:popover-open',
});

const filtered = (text: string) => async (shown: Page) => {
  await shown.getByRole('searchbox').fill(text);
  await shown.getByText(/of \d+ issues shown/).waitFor();
};

const scrolled = async (shown: Page) => shown.locator('#coverage').scrollIntoViewIfNeeded();

type Ids = Readonly<Record<string, string>>;

const ofFilter = (report: string): Scene[] =>
  [
    state('report filtered by the server', `${report}?severity=high&q=tls`),
    state('report filtered to nothing', `${report}?q=nothing-is-called-so`),
    state('report filtered by script', report, { act: filtered('expired') }),
    state('report filtered to nothing by script', report, { act: filtered('nothing-is-called-so') }),
  ].map((scene) => ({ ...scene, part: '#findings' }));

/** Reports as they open. */
export const scenesOfReports = (audits: Ids): Scene[] => [
  page('report with issues', `/audits/${audits['bad']}`),
  page('report of nearly nothing', `/audits/${audits['good']}`, { viewer: 'holder', isByDay: false }),
  page('provisional report behind a wall', `/audits/${audits['walled']}`),
  page('report with a category that was not assessed', `/audits/${audits['sample']}`, { isByDay: false }),
  page('report of a domain that only redirects', `/audits/${audits['redirect']}`, { isByDay: false }),
  state('private report', `/audits/${audits['hidden']}`, { viewer: 'holder', part: '.band' }),
  state('report at an issue', `/audits/${audits['bad']}#f-cert-expired`, { part: '#f-cert-expired' }),
  state('report with everything open', `/audits/${audits['bad']}`, { act: async (shown) => shown.evaluate(openAll) }),
  state('sample with everything open', `/audits/${audits['sample']}`, {
    act: async (shown) => shown.evaluate(openAll),
  }),
  byDay('report of hostile text', `/audits/${audits['hostile']}`, { act: async (shown) => shown.evaluate(openAll) }),
  byDay('expired report', `/audits/${audits['expired']}`, { isRefused: true }),
  state("somebody else's private report", `/audits/${audits['hidden']}`, { viewer: 'newcomer', isRefused: true }),
];

const pdf = (id: string | undefined, heading: string, more: Partial<Scene> = {}): [string, Partial<Scene>] => [
  `/audits/${id}/pdf`,
  {
    viewer: 'holder',
    act: async (shown) => shown.getByRole('heading', { level: 1, name: heading }).waitFor(),
    ...more,
  },
];

const ofPdf = (audits: Ids): Scene[] => [
  page('PDF that is generated', ...pdf(audits['good'], 'Your PDF is being generated')),
  state('PDF that waits for its turn', ...pdf(audits['sample'], 'Your PDF is waiting for its turn')),
  page('PDF that is ready', ...pdf(audits['bad'], 'Your PDF is ready')),
  page('PDF that failed', ...pdf(audits['walled'], 'The PDF could not be generated', { isRefused: true })),
];

/** Reports that are read, filtered, exported and saved as PDF. */
export const scenesOfReading = (audits: Ids): Scene[] => [
  state('report scrolled', `/audits/${audits['bad']}`, { act: scrolled, part: '.sections' }),
  ...ofFilter(`/audits/${audits['bad']}`),
  state('report with the menu to share', `/audits/${audits['bad']}`, opened('Share')),
  state('report with the menu to export', `/audits/${audits['bad']}`, opened('Export')),
  state('report with the note on the PDF', `/audits/${audits['bad']}`, opened('PDF')),
  ...ofPdf(audits),
];

const ofCheck = (audits: Ids): Scene[] => [
  page('failed check', `/audits/${audits['bad']}/checks/vuln-logjam`),
  page('passed check', `/audits/${audits['bad']}/checks/vuln-heartbleed`, { isByDay: false }),
  state('informational check', `/audits/${audits['sample']}/checks/tls-post-quantum`),
  state('inconclusive check', `/audits/${audits['sample']}/checks/coop-missing`),
  state('check of hostile text', `/audits/${audits['hostile']}/checks/tls-legacy-versions`),
  state('check that was not run', `/audits/${audits['bad']}/checks/never-run`, { isRefused: true }),
  state('check of a report that is not there', '/audits/aud_00000000-0000-4000-8000-000000000000/checks/x', {
    isRefused: true,
  }),
];

const ofUnfinished = (audits: Ids): Scene[] => [
  page('running audit', `/audits/${audits['running']}`, { viewer: 'holder' }),
  state('audit that has begun', `/audits/${audits['begun']}`),
  state('queued audit', `/audits/${audits['queued']}`, { viewer: 'holder' }),
  ...auditFailureCode.options.map((code) => state(`audit that failed: ${code}`, `/audits/${audits[code]}`)),
];

/** Running and failed audits, checks of reports, and lists of audits. */
export const scenesOfAudits = (audits: Ids): Scene[] => [
  ...ofUnfinished(audits),
  ...ofCheck(audits),
  page('audits', '/audits', { viewer: 'holder' }),
  state('many audits', '/audits', { viewer: 'keeper' }),
  state('more audits', '/audits', {
    viewer: 'keeper',
    act: async (shown) => shown.getByRole('link', { name: /older|next|more/i }).click(),
  }),
  state('no audits', '/audits', { viewer: 'newcomer' }),
];
