import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Http } from '../../http/http.ts';
import { addAssets } from '../../pages/assets.ts';
import { openPages } from '../../pages/pages.ts';
import { answerWithPages } from '../../plugins/problems.ts';
import { addDocsPage } from './docs.ts';
import { addAcceptedPage } from './accepted.ts';
import { addAnswersPage } from './answers/page.ts';
import { addAuditPages } from './audit.ts';
import { addCheckPages } from './checks.ts';
import { addComparePage } from './compare.ts';
import { addDomainPages } from './domains.ts';
import { addListPages } from './lists.ts';
import { addVerifyPages } from './verify-pages.ts';
import type { DashboardOptions, PageParts } from './options.ts';
import { addProblemPages } from './problem/page.ts';
import { addOptOutPage } from './opt-out/page.ts';
import { addPdfPage } from './report/pdf.ts';
import { addSamplePages } from './report/sample.ts';
import { addSharedPages } from './report/shared.ts';
import { addStartPage } from './start.ts';
import { addJoinPage } from './team/join.ts';
import { addTeamPages } from './team/page.ts';
import { addToolPages } from './tools.ts';

/** Adds the dashboard's pages and their assets. */
export async function addDashboard(http: Http, options: DashboardOptions): Promise<void> {
  const pages = await openPages();
  const parts: PageParts = { ...options, pages };
  http.addHook('onClose', pages.close);
  addAssets(http, pages.assets);
  addProblemPages(http, parts);
  await http.register(async (plain) => {
    const own: Http = plain.withTypeProvider<ZodTypeProvider>();
    answerWithPages(own);
    addStartPage(own, parts);
    addAcceptedPage(own, parts);
    addAnswersPage(own, parts);
    addAuditPages(own, parts);
    addCheckPages(own, parts);
    addComparePage(own, parts);
    addDocsPage(own, parts);
    addDomainPages(own, parts);
    addListPages(own, parts);
    addVerifyPages(own, parts);
    addOptOutPage(own, parts);
    addPdfPage(own, parts);
    addSamplePages(own, parts);
    addSharedPages(own, parts);
    addTeamPages(own, parts);
    addJoinPage(own, parts);
    addToolPages(own, parts);
  });
}
