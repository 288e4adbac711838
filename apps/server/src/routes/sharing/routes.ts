import type { Http } from '../../http/http.ts';
import { addAnswerRoutes } from '../answers/routes.ts';
import { addWaiverRoutes } from '../waivers/routes.ts';
import type { AuditRoutesOptions } from '../audit/options.ts';
import { outlookRoute } from '../audit/outlook/outlook.ts';
import { changeRoute } from '../audit/sharing/change.ts';
import { createShareRoute } from '../audit/sharing/make-share.ts';
import { endShareRoute, listSharesRoute } from '../audit/sharing/shares.ts';
import type { ShareOptions } from '../audit/sharing/owned.ts';

/** What the routes around a report work with. */
export interface SharingOptions extends AuditRoutesOptions, ShareOptions {}

/** What is done with a report together: what-if, waivers, links, answers, and who may read it. */
export function addSharingRoutes(http: Http, options: SharingOptions): void {
  outlookRoute(http, options);
  addWaiverRoutes(http, options.identity);
  createShareRoute(http, options);
  listSharesRoute(http, options);
  endShareRoute(http, options);
  changeRoute(http, options);
  addAnswerRoutes(http, options.identity);
}
