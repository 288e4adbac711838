// sample-documents.slow.test.ts guards the same in `npm test`, for a site of each kind.
import { test } from 'node:test';
import { toolMissing } from '@perimeter/report/testing/pdf-tools';
import { agreements, agreementsWithDocument, formsOf } from './agreements.ts';
import { hasFewPages, hasFullAnnex } from './filled-pages.ts';
import { agreesWithPage } from './page-agreements.ts';
import { furtherSites } from './sample-documents.ts';

const skip = toolMissing('pdftotext');

for (const site of furtherSites) {
  const forms = formsOf(site);
  for (const [what, judge] of Object.entries(agreements)) test(`${site}: ${what}`, () => judge(forms));
  test(`${site}: the page of the service has the same numbers and order`, () => agreesWithPage(forms));
  for (const [what, judge] of Object.entries(agreementsWithDocument))
    test(`${site}: ${what}, documents included`, { skip }, () => judge(forms));
  test(`few pages, and only the last one of a part with much empty space: ${site}`, { skip }, () => hasFewPages(site));
  test(`the annex in full detail has no page with much empty space: ${site}`, { skip }, () => hasFullAnnex(site));
}
