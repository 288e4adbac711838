import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Http } from '../../http/http.ts';
import { addAssets } from '../../pages/assets.ts';
import { openPages } from '../../pages/pages.ts';
import { addDocsPage } from './docs.ts';
import { addAuditPages } from './audit.ts';
import { addCheckPages } from './checks.ts';
import { addComparePage } from './compare.ts';
import { addListPages } from './lists.ts';
import { addNoticePages } from './notices.ts';
import type { DashboardOptions, PageParts } from './options.ts';
import { addProblemPages } from './problem-page.ts';
import { readerOf } from './reader.ts';
import { addStartPage } from './start.ts';
import { addToolPages } from './tools.ts';

/** The pages that people meet, and the assets that they are made of. */
export async function addDashboard(http: Http, options: DashboardOptions): Promise<void> {
  const pages = await openPages();
  const parts: PageParts = { ...options, pages };
  http.addHook('onClose', pages.close);
  addAssets(http, pages.assets);
  await http.register(async (plain) => {
    const own: Http = plain.withTypeProvider<ZodTypeProvider>();
    addProblemPages(own, parts);
    own.addHook('preHandler', async (request) => {
      request.principal = await readerOf(parts, request);
    });
    addStartPage(own, parts);
    addAuditPages(own, parts);
    addCheckPages(own, parts);
    addComparePage(own, parts);
    addDocsPage(own, parts);
    addListPages(own, parts);
    addNoticePages(own, parts);
    addToolPages(own, parts);
  });
}
