import { openBrowser } from '@perimeter/report/testing/browser';
import { medianOf } from '../service/median.ts';
import { markdownTable } from '../table.ts';
import type { Stage } from './stage.ts';

type Chromium = Awaited<ReturnType<typeof openBrowser>>;
type Page = Awaited<ReturnType<Chromium['newPage']>>;

const runs = 7;
const quietMs = 1_000;

/** The largest contentful paint and all layout shifts, after the page has settled. */
const paints = `new Promise((resolve) => {
  let [lcp, cls] = [0, 0];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) cls += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve([lcp, cls]), ${quietMs});
})`;

/** Time from an action to the frame that shows its effect. */
const toFrame = (action: string): string => `new Promise((resolve) => {
  const started = performance.now();
  ${action};
  requestAnimationFrame(() => setTimeout(() => resolve([performance.now() - started]), 0));
})`;

const actions = {
  'filter ms': 'document.querySelector(\'.toolbar input[value="high"]\').click()',
  'search ms':
    "document.querySelector('.toolbar input[type=\"search\"]').value = 'expired'; document.querySelector('finding-filter form').dispatchEvent(new Event('input'))",
  'open ms': "document.querySelector('.finding:not([hidden]) > summary').click()",
};

async function numbersOf(page: Page, script: string): Promise<number[]> {
  const found: unknown = await page.evaluate(script);
  return Array.isArray(found) ? found.map(Number) : [];
}

async function oneRun(chromium: Chromium, address: string, slowdown: number): Promise<number[]> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(address);
  const figures = await numbersOf(page, paints);
  for (const action of Object.values(actions)) figures.push(...(await numbersOf(page, toFrame(action))));
  await context.close();
  return figures;
}

async function rowOf(chromium: Chromium, name: string, address: string, slowdown: number): Promise<string[]> {
  const found: number[][] = [];
  for (let run = 0; run < runs; run += 1) found.push(await oneRun(chromium, address, slowdown));
  const of = (column: number) => (one: readonly number[]) => one[column] ?? Number.NaN;
  const both = (column: number): string =>
    `${medianOf(found, of(column)).toFixed(0)} (${Math.min(...found.map(of(column))).toFixed(0)})`;
  return [
    name,
    `1/${slowdown}`,
    both(0),
    medianOf(found, of(1)).toFixed(4),
    ...Object.keys(actions).map((_, index) => both(index + 2)),
  ];
}

/** Times in Chromium: largest paint, layout shifts, filtering, opening an issue. */
export async function browserTable({ url, bad, large }: Stage): Promise<string> {
  const chromium = await openBrowser();
  // Warm up: the first page of a browser also starts a process.
  await oneRun(chromium, `${url}/`, 1).catch(() => []);
  const rows = [
    await rowOf(chromium, 'report of bad.lab', `${url}/audits/${bad}`, 1),
    await rowOf(chromium, 'report of bad.lab', `${url}/audits/${bad}`, 4),
    await rowOf(chromium, 'report of 2,000 findings', `${url}/audits/${large}`, 4),
  ];
  await chromium.close();
  return markdownTable(['page', 'CPU', 'LCP ms', 'CLS', ...Object.keys(actions)], rows);
}
