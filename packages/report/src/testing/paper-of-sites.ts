import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { report } from '@perimeter/contract/report';
import { renderHtml } from '../html/html.ts';
import { printed } from './paper.ts';

const golden = path.resolve(import.meta.dirname, '../../../engine/golden');

/** The golden reports by site. */
export const sitesOnPaper = readdirSync(golden).flatMap(
  (name) => /^(?<site>.+)\.report\.json$/u.exec(name)?.groups?.['site'] ?? [],
);

/** The HTML of a golden report. */
export const htmlOfSite = (site: string): string =>
  renderHtml(report.parse(JSON.parse(readFileSync(path.join(golden, `${site}.report.json`), 'utf8'))));

/** For all modules, with hardly any check passed; a good site takes 3 to 12 pages. */
const maxPages = 25;
/** Minimum text size in points of running text, and of code and tables, as in the PDF. */
const [leastPoints, leastCodePoints] = [8, 6.5];

/** Fails unless printed reports take few pages of A4 in a legible size. */
export async function assertPaper(sites: readonly string[]): Promise<void> {
  const all = await printed(sites.map(htmlOfSite));
  for (const [index, { pages, bodyPoints, smallestPoints }] of all.entries()) {
    const site = sites[index];
    assert.ok(pages >= 3 && pages <= maxPages, `${site}: ${pages} pages`);
    assert.ok(bodyPoints >= leastPoints - 0.01, `${site}: text of ${bodyPoints} points`);
    assert.ok(smallestPoints >= leastCodePoints, `${site}: text of ${smallestPoints} points`);
  }
}
